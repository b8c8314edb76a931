"""A reading of execution plans of MSCCL++ that shares nothing with torusim: counts, bytes, data, races and ends.

mscclpp_plans.py compares it with torusim's."""
import collections
import math
import re

SUMS = {"re", "res", "rre", "rres", "repkt", "respkt", "recpkt", "recspkt"}
PACKET_SOURCES = {"rppkt": 0, "upkt": 0, "repkt": 1, "respkt": 1, "recpkt": 1, "recspkt": 1}
PACKET_TARGETS = {"cpkt": 0, "recpkt": 1, "recspkt": 1}
REMOTE_PACKETS = {"ppkt", "rppkt", "respkt", "recspkt"}
CHUNK = 16


class Unreadable(Exception):
    pass


class Reading:
    """A plan as its operations say: events with what must be before each, what they read and write, and messages."""

    def __init__(self, plan):
        self.gpus, self.collective, self.in_place = plan["gpus"], plan["collective"], plan["inplace"]
        self.ranks = len(self.gpus)
        self.chunks = max(max(g["input_chunks"], g["output_chunks"]) for g in self.gpus)
        if self.collective == "allgather":
            self.chunks = max([self.chunks] + [g["input_chunks"] * self.ranks for g in self.gpus])
        if self.collective == "reducescatter":
            self.chunks = max([self.chunks] + [g["output_chunks"] * self.ranks for g in self.gpus])
        self.works = [[self.unrolled(block["ops"]) for block in gpu["threadblocks"]] for gpu in self.gpus]
        self.parts = 1
        for blocks in self.works:
            for works in blocks:
                for _, _, parts in works:
                    self.parts = math.lcm(self.parts, parts)
        self.before, self.reads, self.writes, self.value = [], [], [], []
        self.messages, self.bytes, self.never = 0, 0, False
        self.read()

    @staticmethod
    def unrolled(ops):
        works = []
        for op in ops:
            if op["name"] != "pipeline":
                group = op.get("tbg_info", {"tb_id": 0, "tbg_size": 1})
                works.append((op, group["tb_id"], group["tbg_size"]))
                continue
            context = op["iter_context"]
            times = -(-context["num_chunks"] * CHUNK // context["unit_size"])
            works += [(inner, i, times) for i in range(times) for inner in op["ops"]]
        return works

    # --- places

    def place(self, rank, buffer, k):
        if self.in_place and buffer in "io":
            part = self.chunks // self.ranks * self.parts * rank
            if (self.collective, buffer) in (("allgather", "i"), ("reducescatter", "o")):
                k += part
            buffer = "i"
        return rank, buffer, k

    def places(self, rank, names, work, piece):
        _, part, parts = work
        remote = "buffer_id" in piece
        to, buffer = names[piece["buffer_id"]] if remote else (rank, piece["type"])
        share = piece["size"] * self.parts // parts
        first = piece["index"] * self.parts + share * part
        return to if remote else None, [self.place(to, buffer, first + k) for k in range(share)]

    # --- events

    def event(self, before, reads=(), writes=(), add=False):
        """reads: lists of places or of a message's values; all are added up with `add`, else there is one."""
        self.before.append([each for each in before if each is not None])
        self.reads.append(list(reads))
        self.writes.append(list(writes))
        self.value.append(add)
        return len(self.before) - 1

    def message(self, sent, stream, at, size, reads=(), writes=(), behind=()):
        """Sends now, and arrives behind what its stream has brought to the destination before."""
        self.messages += 1
        self.bytes += size
        arrival = self.event([sent, self.stream.get((stream, at))] + list(behind), [("message", sent)] if writes else (), writes)
        self.stream[stream, at] = arrival
        self.sent[stream, at].append((sent, arrival))
        return arrival

    def read(self):
        """Goes through all thread blocks as far as they can, so that what is waited for is known."""
        self.stream, self.sent, self.rank_of = {}, collections.defaultdict(list), {}
        self.last = {}
        self.signals, self.taken = collections.defaultdict(list), collections.Counter()
        self.releases, self.acquired = collections.defaultdict(list), collections.Counter()
        self.packets, self.flushed, self.reach = {}, {}, {}
        at = {(r, b): 0 for r in range(self.ranks) for b in range(len(self.works[r]))}
        self.peers = [{kind: [p for c in g["channels"] if c["channel_type"] == kind for p in c["connected_to"]]
                       for kind in ("memory", "port")} for g in self.gpus]
        progress = True
        while progress:
            progress = False
            for (r, b) in at:
                while at[r, b] < len(self.works[r][b]) and self.step(r, b, self.works[r][b][at[r, b]]):
                    at[r, b] += 1
                    progress = True
            for r in range(self.ranks):
                there = collections.defaultdict(list)
                for b, works in enumerate(self.works[r]):
                    if at[r, b] < len(works) and works[at[r, b]][0]["name"] == "barrier":
                        there[works[at[r, b]][0]["barrier_id"]].append(b)
                for blocks in there.values():
                    if len(blocks) < self.works[r][blocks[0]][at[r, blocks[0]]][0]["num_threadblocks"]:
                        continue
                    passed = self.event([self.last.get((r, b)) for b in blocks])
                    self.rank_of[passed] = r
                    for b in blocks:
                        self.last[r, b] = passed
                        at[r, b] += 1
                    progress = True
        self.never = any(at[r, b] < len(self.works[r][b]) for (r, b) in at)

    def other_end(self, rank, kind, channel):
        peers = self.peers[rank][kind]
        nth = peers[:channel].count(peers[channel])
        back = [i for i, p in enumerate(self.peers[peers[channel]][kind]) if p == rank]
        return peers[channel], back[nth] if nth < len(back) else None

    def known(self, event):
        """All events before this one, as bits."""
        return self.reach_of(event) | 1 << event if event is not None else 0

    def reach_of(self, event):
        while len(self.reach) <= event:
            at = len(self.reach)
            bits = 0
            for each in self.before[at]:
                bits |= self.reach[each] | 1 << each
            self.reach[at] = bits
        return self.reach[event]

    def signal(self, r, b, kind, channel):
        to, end = self.other_end(r, kind, channel)
        stream = (r, b, kind)
        thread = (r, b) if kind == "memory" else (r, b, "port")
        sent = self.event([self.last.get((r, b)), self.last.get(thread)])
        self.last[thread] = sent
        # What this rank has sent there and knows of, within the rank.
        behind = []
        for (other, at), messages in self.sent.items():
            if at != to or other[0] != r or other == stream:
                continue
            for send, arrival in messages:
                if other[2] == "memory" and self.within(r, send, sent):
                    behind.append(arrival)
                if other[2] == "port" and any(self.within(r, send, f) and self.within(r, f, sent) for f in self.flushed.get(other[:2], [])):
                    behind.append(arrival)
        arrival = self.message(sent, stream, to, 0, behind=behind)
        if end is not None:
            self.signals[to, kind, end].append(arrival)

    def within(self, rank, earlier, later):
        """Whether steps of the rank alone order the two."""
        seen, todo = {later}, [later]
        while todo:
            for each in self.before[todo.pop()]:
                if each == earlier:
                    return True
                if each not in seen and self.rank_of[each] == rank:
                    seen.add(each)
                    todo.append(each)
        return False

    def step(self, r, b, work):
        op = work[0]
        name, kind = op["name"], op.get("channel_type", "memory")
        gpu, block, last = self.gpus[r], self.gpus[r]["threadblocks"][b], self.last.get((r, b))
        channels = [i for c in block.get("channels", []) if c["channel_type"] == kind for i in c["channel_ids"]]
        count = len(self.before)
        if name == "barrier":
            return False
        if name in ("signal", "rlxsignal"):
            for each in op["channel_ids"]:
                self.signal(r, b, kind, channels[each])
                self.own(r, count)
                count = len(self.before)
        elif name in ("wait", "rlxwait"):
            keys = [(r, kind, channels[each]) for each in op["channel_ids"]]
            if any(self.taken[key] >= len(self.signals[key]) for key in keys):
                return False
            self.last[r, b] = self.event([last] + [self.signals[key][self.taken[key]] for key in keys])
            self.taken.update(keys)
        elif name == "sem_release":
            self.last[r, b] = self.event([last])
            for each in op["semaphore_ids"]:
                self.releases[r, each].append(self.last[r, b])
        elif name == "sem_acquire":
            before = [last]
            for each in op["semaphore_ids"]:
                needed = self.acquired[r, each] + 1 - gpu["semaphores"][each]["init_value"]
                if needed > len(self.releases[r, each]):
                    return False
                before += self.releases[r, each][needed - 1:needed] if needed > 0 else []
            self.acquired.update((r, each) for each in op["semaphore_ids"])
            self.last[r, b] = self.event(before)
        elif name == "flush":
            self.flush(r, b)
        elif name != "nop":
            if not self.move(r, b, work, kind, channels):
                return False
        self.own(r, count)
        return True

    def own(self, rank, first):
        """Events from `first` on are of this rank, but for arrivals elsewhere."""
        arrivals = {arrival: at for (_, at), messages in self.sent.items() for _, arrival in messages[-64:]}
        for each in range(first, len(self.before)):
            self.rank_of.setdefault(each, arrivals.get(each, rank))

    def flush(self, r, b):
        self.last[r, b] = self.event([self.last.get((r, b)), self.last.get((r, b, "port"))])
        self.flushed.setdefault((r, b), []).append(self.last[r, b])

    def move(self, r, b, work, kind, channels):
        op = work[0]
        name = op["name"]
        block = self.gpus[r]["threadblocks"][b]
        if name in ("glre", "glres", "gstore", "gstorepkt"):
            raise Unreadable(name)
        names = [(self.gpus[r]["remote_buffers"][i]["rank"], self.gpus[r]["remote_buffers"][i]["type"])
                 for ref in block.get("remote_buffer_refs", []) if ref["access_channel_type"] == kind for i in ref["remote_buffer_ids"]]
        sources = [self.places(r, names, work, piece) for piece in op["src_buff"]]
        targets = [self.places(r, names, work, piece) for piece in op["dst_buff"]]
        size = -(-len(sources[0][1]) * CHUNK // self.parts)
        awaited = []
        for _, places in sources[PACKET_SOURCES.get(name, len(sources)):]:
            for place in places:
                if place not in self.packets:
                    return False
                awaited.append(self.packets[place])
        values = []
        asked = []
        for far, places in sources:  # requests before answers
            if far is None:
                continue
            sent = self.event([self.last.get((r, b))])
            self.last[r, b] = sent
            request = self.message(sent, (r, b, "memory"), far, 0)
            answer = self.event([request], [("places", places)])
            self.rank_of[answer] = far
            self.stream[(r, b, "memory"), far] = answer
            self.messages += 1
            self.bytes += size
            asked.append(answer)
        sums = name in SUMS
        for i, (far, places) in enumerate(sources):
            if far is None:
                values.append(("places", places))
                continue
            answer = asked.pop(0)
            got = self.event([self.last.get((r, b)), answer], [("message", answer)], [] if sums else [targets[i][1]])
            self.last[r, b] = got
            values.append(("message", answer))
        near = [places for far, places in targets if far is None]
        if sums or (awaited and near) or name in ("copy", "cpkt", "upkt"):
            self.last[r, b] = self.event([self.last.get((r, b))] + awaited, values, near, sums)
            first = PACKET_TARGETS.get(name)
            if first is not None:
                for places in near[first:]:
                    self.packets.update((place, self.last[r, b]) for place in places)
        elif awaited:
            self.last[r, b] = self.event([self.last.get((r, b))] + awaited)
        used = 0
        for i, (far, places) in enumerate(targets):
            if far is None:
                continue
            source = targets[0][1] if sums else sources[0 if len(sources) == 1 else i][1]
            thread = (r, b) if kind != "port" else (r, b, "port")
            sent = self.event([self.last.get((r, b)), self.last.get(thread)], [("places", source)])
            self.last[thread] = sent
            packets = name in REMOTE_PACKETS
            stream = (r, b, "port" if kind == "port" else "memory")
            arrival = self.message(sent, stream, far, size * (2 if packets else 1), writes=[places])
            if packets:
                self.packets.update((place, arrival) for place in places)
            self.own(r, sent)
            if name in ("pws", "pwsf"):
                self.signal(r, b, "port", channels[op["channel_ids"][used]])
            used += 1
        if name == "pwsf":
            self.flush(r, b)
        return True

    # --- judgements

    def races(self):
        readers, writers = collections.defaultdict(list), collections.defaultdict(list)
        for at in range(len(self.before)):
            known = self.reach_of(at)
            for kind, places in self.reads[at]:
                if kind != "places":
                    continue
                for place in places:
                    if any(other != at and not known >> other & 1 for other in writers[place]):
                        return True
                    readers[place].append(at)
            for places in self.writes[at]:
                for place in places:
                    if any(other != at and not known >> other & 1 for other in writers[place] + readers[place]):
                        return True
                    writers[place].append(at)
        return False

    def wrong(self):
        share = self.chunks // self.ranks
        memory, sent = {}, {}
        for rank in range(self.ranks):
            for k in range((share if self.collective == "allgather" else self.chunks) * self.parts):
                memory[self.place(rank, "i", k)] = ((rank, k),)
        for at in range(len(self.before)):
            got = [sent[what] if kind == "message" else [memory.get(place, ()) for place in what]
                   for kind, what in self.reads[at]]
            if not got:
                continue
            # A message that is added up has been received by an event of its own before.
            value = [tuple(sorted(sum(each, ()))) for each in zip(*got, strict=True)] if self.value[at] else got[0]
            sent[at] = value
            for places in self.writes[at]:
                memory.update(zip(places, value, strict=True))
        if self.collective not in ("allgather", "alltoall", "allreduce", "reducescatter"):
            return False
        share *= self.parts
        for rank in range(self.ranks):
            for k in range(share if self.collective == "reducescatter" else self.chunks * self.parts):
                if self.collective == "allgather":
                    asked = ((k // share, k % share),)
                elif self.collective == "alltoall":
                    asked = ((k // share, rank * share + k % share),)
                else:
                    first = rank * share if self.collective == "reducescatter" else 0
                    asked = tuple((each, first + k) for each in range(self.ranks))
                if memory.get(self.place(rank, "o", k), ()) != asked:
                    return True
        return False
