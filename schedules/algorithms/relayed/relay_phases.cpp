#include "schedules/algorithms/relayed/relay_phases.h"

#include <algorithm>
#include <utility>

#include "schedules/algorithms/torus_list.h"
#include "schedules/core/node_order.h"

namespace torusim {

RelayPhases::RelayPhases(Topology torus, int period) : torus_(std::move(torus)), period_(period) {
  for (int d = 0; d < torus_.dimensions(); ++d) classes_ *= period;
}

int RelayPhases::class_of(const Topology::Coordinates& at) const {
  int result = 0;
  for (int d = torus_.dimensions() - 1; d >= 0; --d) result = result * period_ + at[d] % period_;
  return result;
}

Topology::Coordinates RelayPhases::member(int node_class) const {
  Topology::Coordinates at{};
  for (int d = 0; d < torus_.dimensions(); ++d, node_class /= period_) at[d] = node_class % period_;
  return at;
}

RelayMoves::RelayMoves(const RelayPhases& phases)
    : classes_(phases.classes()), nodes_(phases.torus().nodes()) {
  const Topology& torus = phases.torus();
  for (int source = 0; source < classes_; ++source) {
    for (NodeId offset = 0; offset < nodes_; ++offset) {
      const auto at = moved(torus, torus.coordinates(offset), phases.member(source));
      class_at_.push_back(static_cast<std::uint16_t>(phases.class_of(at)));
    }
  }
  to_.resize(static_cast<std::size_t>(phases.size()) * classes_ * nodes_);
  for (int phase = 0; phase < phases.size(); ++phase) replace(phases, phase);
}

void RelayMoves::replace(const RelayPhases& phases, int phase) {
  const Topology& torus = phases.torus();
  auto to = to_.begin() + static_cast<std::ptrdiff_t>(phase) * classes_ * nodes_;
  for (const Topology::Coordinates& hops : phases.hops(phase)) {
    const bool moves = std::any_of(hops.begin(), hops.end(), [](int h) { return h != 0; });
    Topology::Coordinates at{};
    do {
      *to++ = moves ? torus.node(moved(torus, at, hops)) : kNone;
    } while (to_next_node(torus, at));
  }
}

Topology RelayTable::torus() const { return torus_of(sides); }

RelayPhases RelayTable::phases() const {
  RelayPhases result(torus(), period);
  const int dimensions = static_cast<int>(sides.size());
  RelayPhases::Hops phase;
  int d = 0;
  for (const char letter : hops) {
    if (letter == ' ' || letter == '\n') continue;
    if (d == 0) phase.emplace_back();
    phase.back()[d] = letter == '.' ? 0 : letter >= 'a' ? 'a' - 1 - letter : letter - 'A' + 1;
    d = (d + 1) % dimensions;
    if (d == 0 && static_cast<int>(phase.size()) == result.classes()) {
      result.add(std::move(phase));
      phase.clear();
    }
  }
  return result;
}

const std::vector<RelayTable>& relay_tables() {
  static const std::vector<RelayTable> tables = {
      {{6, 6},
       6,
       {7, 80},
       1,
       "aABbaAAaBcccBaaCAABBcCaaabCBacaaB.bCaBAABbb.BcbbAbCacb.aBAcAbCaBCa.AcACCAABAbbABAbcbb.BcaBCBba.A"
       "CAa.abBAbAaB.cbcBcbAaBCBbAAcbABAabBABCcbacBBaAABCC.bccabBBaAC.cc.AbaAAAbAaBbbAAAAbcABc.BCBcb.CbB"
       "BAb.BbbaBBbbb.ABCBcaaaBCaBBab.aaCCaaCAcA.CBccaAcaaAbBAcAaABaaCCCaAa.BBbCbcBc.bCccA.aAcb.Ba.aBCcB"
       "caCBbaaAABBcBcbbBb.BcAAaBC.bBBcBAabbbbAabbBAaABAcC.AbaAaABCaBAbbaBCCacaAAaCa.BcAAAbbCaaBaABbb.aC"
       "Ca.AbbAbAAcc.Ac.ABbcACCAcaaAaCB..CCBAaCccc.CbbAcBcacC.ba.Bb.bc.CAbcaACCAA.BBbaBcbbaCAbB.bAB.bBa."
       "ABccAcBbb.AABBaCBAbbABbC"},
      {{6, 6},
       6,
       {8, 73},
       1,
       "cACbaCabAAABAaCacBaBBbbB.ACAcca.acBaBCbaBb.CcBACcbAcbcBB.ABbCabaaaa.BaaCAaAacBCC.BbbbbBa.BCacA.c"
       "ABbCAACa.BcbCB.cc.CBbAa.ccCc.bbaBb.cBBcACAbBaCAaab.BBacAaACbAbBAbcABAacAb.Bc.ACAcB.CabCC.cbbBBbA"
       "aa.aBccbaBCA.AbCBaaBCAbbccaaBcaBCC.a.CbBBa.Cc.C.C..cb.ABAbcCaaCbaAacBbbccACAbBaaACBBAcCCca.BbaAb"
       "aABBaaAABccacbCBaCaABa.B.CBBcbaBC.acbCBb.bCbcb.BABcbC..BbBA..CCaccababBbACc.Cba.aaACcA.abbBa.cCB"
       "A.CCcCacBabBccAAbCAbAbBBcaabBaabAaBccB.aBCcaACCBaBCCbbaCaCBaBacbAcBbcCAaaACabCaaa.B.AbbABaaBB.bb"
       "acAbBBbBBcbBBabAA.CCcbaacB.ACacb.ACCccAcbBAcACBCAcBAcaCb.Ac.bBaaABBabBBaaB.BBbcCacCcCAbbabC.bAaA"},
      {{6, 6},
       6,
       {10, 65},
       1,
       "BbcACBbBaCABCacc.AbbAbAcaaAABCcAaaBAACC.cCaBaBABaaacA.AbCcccaaaAAcAAcaCAACC.c.acaBA.acAAbcAbCab."
       ".AbCBBaCCabca.BAbBAabcBBCBababBcb.aCcb.aBbcBACCBccACBCcAC..A.BcbCC.AbcBbCBbbaBA.baAb.BBccaaaCbab"
       "bBBC.Bc.AABac.acBaa.AbBCbbabAABAbaBAb.BC.BC.cB.AaBCAbA.cb.BcbcBa.cccCA.c.AcAAaBAbCBbAABAbCBbbaaC"
       "Cacb.BBbcBAbAbCAcAaaBabAbAaCCAbaabCCB.cBAABBcCA.BcbcaaCb.cbCaACA.abaBBbbaa.bBbccabCccAACbCAaACBA"
       "CAbaaAACBac.Bbb.BabBaCAacc.cbABB.aCBbB.ACccAa.C.A.B.bCBCbcaCBAabAbBacbaaBba.BabBAabABAbABBb.aAAb"
       "AcAAcACBaCa.acCc.BcaCCbcbAaBAabCAACaabBabaABbABcaACbbCaAaBBaaCa.AbABCacCb.AcbcBbaaBBA.baBc.CBaca"
       ".bcCCa.CcCCAbbABC..cccAaC.ca.bCCc..BAbBbbbBc.CcAcB.ABbcaAaCABcbCaACC.ab.BBb.A.CbcBaaB.bcabCAacaC"
       ".CbABb.AcBCBCb.bcBacB.aaCAbb.AACcBAcCCbBabAbBAcb"},
      {{6, 6},
       6,
       {12, 61},
       1,
       "aABCaBCA.acBc..bbCABABCccba.aBAbAcCABCcAAAbbAAAcABcbCbacaAAA.bcBCA.ccbC.bbAACA.BcAA.abB..BcCCBaA"
       "CcbAabAAbbAcbBaaCCbBaCCB.CbbBcabCbbaAabaAaAABbcaABBbcaA.bCAABc.acBAcBbbAACAaCacAaAaA.CbCBbaBCbbc"
       "A.b.ACC..AcbbC.bbcBca.CACAcA.abAA.ABbCabAbBcbABCaAaBB..AcbCBcAAcCBba.cAbacAaBAcBaBBAAbBccCAbbBAb"
       "bc.cbcBcacCbAABCcCC.baaCC.bb.CbBBba.AcCbca.cbaABbAa.CA.AcACaABABcBCC.AbBbBAcAbCbc..BCAcb.ACBcb.b"
       "BCbaBA.CcAAaaCBcbBACbcBAcaA.bbB..cBcabBBaCAaBAcBaaA.AAcBCBabaBBbbbAaC.cBbaaAABbcAbCcaAAAbAABCCb."
       "cBAbbcBb.aB.ccCCabaBABAAccABBCc.ABBbb.AbC..acaAcBBbBaCAcBAbBA.AbBCcBAcbbaABA.BcbCca.BbaBCbbCaCac"
       "BAaABBbcACbC.cbcBa.bCCcbAaAABCcCAabaCCbaaaC..bcC.bbAB.bBabC..AbABb.ac.CcacaBBb.CCccCbaacA.BAbbB."
       "B.cACbbbabAAbbBBbbBAbbBBBBbCa.AABAbbBa.Cc.CA.CbaBCcBC.baaaAaCCca.bbBAbAAbCBbbAaaABB.BAb.AabcBca."
       "ACABcCCCaCacbaAcAbcaCa.cAACbbbaBAAbbbBAcCbbbaBABaBCa.ac.a.BABBacACBacAaBbbBc.acAABBBc.AABAcBCc.b"},
      {{6, 6},
       6,
       {16, 57},
       1,
       "c.aBBBbaAaCBcbAbBccaAABaCAbBaACCbaaAbB.AAAc.AcCCAcbaBcaaBcbcACbBACCabaaAacCabaaaCAbBaAABBAcACAbb"
       "Ba.cBAcbABbAcbCcbAaACC.baAABABCCc.aCAbBacAacBbaaAcBbcCC..bcCAAcAABCbba.ca.AabBAbCBb.cBABBBcaAbBb"
       "BbbBBa.ccAACBa.AC.cb.BbAAaCbcBacabAbcBa.BBaAA.BB.bCbcCaBa.BbAABcccAabbABBAcCACCacC.aC.baacA.bAAC"
       "CabA.CbCBBacbAabACb.ACC.abBabAacCbabBAaACabB.Ab.bABBbcaBAABbBcbbaaABBAbcCCbB.BbABCaBabCb.cbCBcb."
       "Cc.bcaAabAAaCAcAaaabBa.ABB.ABBcAABbbCA.bbAAbAbc.CBaAaaABABcbC..CbBBabBabaCA.bbABCabcabCb.ccBaCBa"
       "ABACcaCba.aBcbA.baBa.bBb.BbCBbaBCBbca.AaAAccCaaBAAbbAbA.BAcCaBBAbbACCBcbcAAabBBb.cBcaaBBb.aaCaa."
       "BAbaABbBBbab.aB.cCABCbcAbbAcAcCAcA.aaaCabBaCCAbAbCabacBBaBC.b.AbAbcBCA.bbAA.Ca.ccCAcAbccCBabaCAa"
       "cbAACbba.CABaAaaB.bAaaCA.CbCBbbbaCCCbAa.CcbAa.CcbcacacBCacCAAabcA.AaBacCACBBbCB..acbAbcBAcBbbaAb"
       "b.BAa.BAbAA.bCBCbCabAABCAAC.bAa.AcbaBCbaabAcBAbCC.bC.cbBBcaCCcba.aCCcaa.a.BabaAcbaBBcBABCBbb.CAa"
       "a.CcbB.AbbBCaBBBbbAACccBbBBbaaCabb.cBBaCCAba.bbBcbCBb.abCB.bA.c.AaBBbBAbAbcBAcCabC.bb.Ba.bcBC..a"
       "AbCBba.BACc.bcBbbCB.bCBBAaCAbbacAcbACCcb.abCBa.CBBbbAAACcbA.ccaCBabaAaCb.ccaaCBCaCCacaACC.bb.BA."
       "Ba.accAbBbba.BbCBa.ACCcaCb.BbcAbAAcaBAcaCAbbaAACABcCCB.AbBA.acAbBbcbCbbc.BcaCAbaaACBabCCaA.BB.cb"},
      {{6, 6},
       6,
       {24, 49},
       1,
       "BC.Ac.CC.cbA.bCAcb.BbaBbBabAAcbABaabaACBaC.aBacBcBAbB.bbBB.CBaaaBBbaAcbaBBbABabcabAabBaACB.AbbBA"
       "abBCbbAabABbcbaABCaCABBACac.aAacA.ACbcBA.aCbcB.cbCAcABcAAcBbbbaCAbBAbCB.AAC.cC.BB.c.BbacCbbc.Ab."
       "AABcc.aBBAacbAabCA.Ab.BC.bbbB.baacCacAACbAAcAaBB.bbCBCaaC.bBccA.bBA.A.BcBBbbaCCaaAabAaBBcBacBBaB"
       "AbC.ba.CAbccBAaCCAbAaaacaAaaBA.aCAcbCB.CbaABAccBAcCbbBa.ACb.A.cBC..cbBAbbABaabCcbC.aa.a.BBa.CAba"
       "cAabaCBB.cCc.BAaccACC.bAbbABb.BaacBcbaaCACBCbaBAaaAAAbcaC.abBCbCBAbbBCbBC.ba.cbBBbaCb.a.CabbaBC."
       "aBabBc.ccaCbcAaBaCAAAbCAbaBAaBBbbbABbA.bbcBAacCabb.BbABAaCCAbAaba.Bca.CbbCAAAbBCccABAAACBbc.A.bA"
       "aAaBACAccbCAAaBbbaBb.CcABCbBB.bCBCb..bbaAbAbCbccAaA.cBC..BbBACBabbBbbba.abA.AACbcAaabCAbACc.Cb.B"
       ".CC.ca.cbBBBaBB.bcabCaabABcBCb.bbaAaBCbAabCCaAabCAcbaaaBBb.BbaBAaCCab..bcBAcCBbb.aACBAaaBBb.Abbc"
       "AbbaBa.ABacBaACCbBababBBBA.acCA.BAbCBbcCA.bCAbAcBAcca.BaabAAAbbCABAaBBcAba.BA.cbAbCBbBaACabbacCc"
       "AaAbcBCB.BbbBabaABCacBa.bcaBAbBCbaB.abABBAcbCcbBbB.CbAB.abCa.bcbCb.BbCBacBaaBcaaA.BacbaBBCaCCa.C"
       "caCa.bcaAcBAB.caACB.cAAC.bCAcCaba.BCacABBAbcBabbAcb.BAabBcbaAABBccABbBAAcbAbBbcBCb.AABCAcBaaaAAb"
       "BCaAACBbc.aAaBA.BcbBBAbcbBBcbABcbaBAABCac.aBBAb.AcCAcbabaBABAAAACAccacaBCAbAabAcbbAACCbCaAaBBbaa"
       "acBbbCa.CCaBBbbAAAb.BbaaaBCC.Bc.aABcacCbaA.cBAca.cBAcAA.CBcCcB.cbAAbABCbABCCbBaAABbBC.cb.CCbc..a"
       "baBBbBacCc.CACBcb.Bbb.aABb.acaCc.bbACbcA.ACAca.abbaCaCBaaBCbAcCBcaaAB.bcAacbCA.AbCAbbBBbaaCBbc.A"
       "BabcABAbcAAbc..ACCca.BCBCCbB.cAbcaAbabB.aaA.BacCaaBbaBCCb.aAbcBBabBAbbA.bABbbbaAABBaBAbbAaCBcCaC"
       "Cabc.AbBBBa.CA.cbbBCbAaba.aABB.bCacBBcc.AAbBBC.bcCacaaBB.CCABbb.AbAccAAacbAaBBb.B..bb.AAAaccCc.A"
       "cCABbCACAABAcaCc.cc.CB.CacBabcaaCbaaBBcaaBB.aBACBbcBaAB.aAAccBaaBbaaAcBCaCCBabaABBbccAAbBbbaAaAa"
       "BA.ABBcAAabbbbACAABBcbABaBCab..abBB.caababBa.ACbbBAAABCAcB.BAabbAaCAbAacaACa.cbCBcbCabBbbCABbABb"},
      {{8, 8},
       4,
       {8, 158},
       1,
       "aB.bD.cbBA.DBBdbaB.bDCcbabAdbBB.d.ADAaB.A.BCd.AbCa.DdcAC.a.dcaCabaBDaAAcACBcbaaaAdbaBDaac.ACA.A."
       "bCB.bdBa.Ab.aaCaACCAcda.AaCBcDabAdBCbCaABca.A.b.a.Cb.Bb.daA.AcBDdD.AAbCcd.BB.aBB.cAAcbB.BCdcBa.B"
       ".ADadA.A.BDaccaA.dDDcAacCA.b.AcAdC.aAcC.Dc.CcAabDabB.CbacaB..aAA"},
      {{8, 8},
       4,
       {10, 136},
       1,
       "A.C.dB.aa..cDdcBACBbbdaA.BbCa.CA.bcbADBAdBA.Cb.bCaaa.bbBCa.adDAAbaa.acDA.cc.Ca.BBb.ABCd.acC.aCaC"
       "cCABBa.AcdCa.a.C.Dd..ADdbb.AbbD.aAA.B.bbCBdB.AAdD.cCab.bbdaDCB.acDB..bA.db.bAbCDc.AbBa.Cb..bbCDa"
       ".aBadABbda.aAaCCAaAdcDAa.CBbd.BDCCd..dADD.cBad.aAAC.c.a..dDCdB.bDC.Bc.accaaa.BDDacA.B.bA.bbaDAbb"
       "DdbD.ababaDabA.da.CC.abCbCa.A.Ba"},
      {{8, 8},
       4,
       {12, 124},
       1,
       "BCdAAbA.aBaAD.bBcbaCD..baBadCaacbBBabaBbBdb.B.b.BBbbBDbb.cA.CDdCDb.acAaaD..a.AdACB.DbbabBBbdBDbb"
       "BabCaAAbABAaA.c..bDbdD.dBbdaAAAD.aDd.BdDb.Caa..bBAbaaDACA.Ba.ccaBB.DBDda.bc.AaB.AdC..AdCaaAcBbb."
       "dd.BDb.B.B.bcdCaaADBb.aAbBCBab.AdaAbCB.daDaCC.aa.aB.dCBB.aDdc.a..BbACbaAbbCdaa.BabDCbAaBCacaa.AA"
       "aAaCCAa.B.dCBa.AaBDc.DcaAaCacdadbAabCC.b.aDd.BdB.Cd.AaCdAAC.cAaAAaAcAaca.AbCCAaCACA.c.ABCbc.acAb"},
      {{8, 8},
       4,
       {16, 114},
       1,
       "aADAb.aBacabCca.dCDA.B.BAAb.BaadBa.bBbdAA.cABa.AaAACBAbbdBAcAcBDdbABAcBAcAaDAAC.bBabAABBCAdd.dA."
       "AaAcAdcCACb.BdaacaBA.AA..ADadC.CaaaaaBC..CcDC..C.aAdCAd.ab.cD.caaCCC.BbBa..dDdccDa.BdB.dA.CAcAa."
       ".acDC..dC..cd.AA.CbDD.bABdacA.bBcAaAAACABAbBBBbBDb.dcbaAaaaaCAacbaB.baB.BCd.B..BadaDDabdCB.D.acc"
       "b.BBaDAAdCAbA.BbbDCda..cd.AbAABbBdb.B.bAABCA.Bdbb.aCabDD.d.aDBdbbBCaaa.abaBAaDA.aB.bbDCAcaCc.b.b"
       "ccBa.CAC.abCCBacaaCa.ab..adAAaCABA.ccBA.DBcCaA.d.d.ADcdBbaaBaAD.DDbAaAa.aBa.aBCBAbBd.dc.DdbA.Bba"
       "CA.A.ac..A.CcBCa.cb.C.aD.BbcadCb"},
      {{8, 8},
       4,
       {24, 106},
       1,
       "ADCAdb.aba.cbBDC.bbaDCbaaaA.C.caaAAdC.cab.CCab.Ca..Cb.CAAaACAdcbaaC..AbaCAac.AbDCCcAabAADBbcaaac"
       "DbbBaBaAadaBaaCCDbbBaAacBa.bc.ABAaBCdAAB.b.CdBDdAaA.c.AB.bBAdcBaa..bbBCBABB.bbaa.BDaccaAcAAbBb.C"
       ".d.aDddbAaADABcDb.a.CC.aaAa.D.ba.BcaCa.bDdba.DbAACbABBabd.BB.aBcbBaBaaD.abAaC.c.aCAACbcA.ccbAaBC"
       ".b.CccCbDabB.Bb.dAAbA.Bd.BdAAACBbcBAa.AA.cBCdaBD.A.cDAddBC.aBAd.d.A.CA.cbcDAbc.acBaC.AD.aDDd.Bc."
       "CA.db.aBB.dDBD.Ac.ABAcAdc.C..d.ADcdb.B.DcBaAAcCbaaCA.abbC.aAaBaAdCACACBaa.CdaCa.BdbbB.b.bABabABb"
       ".acBAABdbdBBaBACBAd.AbAa.aAACBda.Cdc.bDDACABB.d.adada.CaBAd.A.AAAbbABCaCc.a.AAC.AbCddd.B.A.DdADd"
       ".Ac.acDA.B.adADACBcCaDA.A.CccdadacaDadCDdbA.AaBAAABA.dc.ABBCbba.Cbaa.abABAdcBA.D.C.AcbCBbbB.bcBA"
       "aDAbBab.Adb.BCaBbaaaAdBADab..AbCbAa.ADBAbCDBbd.cA.C.caada.aDacC.CB.Bbaa.C..ddbAa.DdADa.AacabaACC"},
      {{8, 8},
       4,
       {32, 98},
       1,
       "ADBCdCABAbcdA.Abc.aaD..dbACAab.Aa.CA.cb..ABddaBA.cA.Ccd.BDdBADAABB.Cc.AAacAdC.cAaaAAbBB.BA.cBddD"
       "cbaCD..Ba.D.b.ac.bDbccaAADCa.BdAaAAaCAcabD.AbaDCDabdaBaba.aCadCaD..B.BdbAdc.ABAAdcBb.BBBbdBBbBB."
       "BAbaabAcBBbaBBbaD..CcDaddAAAC..badabCbaC.BbAaDC.AbAbAAcb.BbBDab.BdbdaCAbCAcAacA.AacAACAbC..AdBAD"
       "aaa.CdaAbBBAbcB..abbC.a.aBDDbDacccacABCaAACac.a.BDbAB.bA.DbcDcbAaBDAbAa.CbaAaAaB.B.cddDBabCdaAaB"
       ".cb.CcaBBb.aBadcAACAda.C.Cb.CCaAB.bABbbB.aDacAaDaBAcCAcAAbAacdAB.AdaDB.AbbaBCa.Ca.AaCDcd.AcACb.d"
       "bACda..CdD.bAdCBBbb.aCA.CA.ab.aa.CDD.Dd.ccC..b.cCCc.aaAdA.AbA.cAdaAbAaBaBDaaAabAcbaDADCbCb.Bd.Ab"
       "bbBaaAACaDDA.Dc.ABCd.bdbB.baBAbdcaADAAAddAAcCD.AbaBAbCBbacC.aaa.ba.abaDa.D.Dd.DaDbd..D.aaCAcCcca"
       "Bb.ABddcAcACB.dBdAB..aBAb.BAbCBABabBacA.cAadAbCA.DbBaACCcAa.AbCc.BdbA.CA.bDBccaCB.aBAabb.bbDaBCd"
       "AcCc.bdACCcaaBACaca.a.CAAAABAac.AACb.CdCcCa..cD.CdabadaaaAaDa.CADBcdad.DdaA.CB.dC.aA.Ab.dbB..CBB"
       ".aA.cABDaCaCDDbcb..abaDcc.aaDd.abCBAbbBcaAAabBBaaA.AbbC.dB.C.bDcCaaAaaaaaaacCAaAACBDdbABBBbbB.bc"
       "A.B..ac.cbBb.AADCadD.CAcBcdbACAabdadAcB.bABaa.ABADACA.c.aDA.CdcB"},
      // Of lines whose channels are all busy.
      {{16, 16},
       4,
       {12, 776},
       1,
       "DB.c.BdDd..aDb.b.BdAAaCBACCdcaabDAcAaD.aC.dc.CACDd.a.ddDacA.C.c.ADBadCAA.Bdb.cDDA.BbdaAddA.bDA.a"
       "aBA.CAca.DccaCDbD.caa..BbDacadDb.D.DDCd.CD.dd.A..cbcDdb.Daba.Ab.BdbBB.bd.dB.dDBAAAC.cBa..Dc.aBDd"
       "d.ADCd.Db..AbdD.Bc.CBDd.baD.b..dc.a.AAC.ADCAdc.B.CDd.addBDd.AAAda..CDAc.AcBDdCAbDD.add.cb.abaADa"
       ".cbAD.bbDacDaa.CB.bdBAbaBddDA.ACdaAbAaB.aDDDbAaDDCbbacab.cdaAaC.bDBbbCBac.a..bDacDadAaCaDAbD.abc"},
      {{16, 16},
       4,
       {16, 669},
       1,
       ".ADCcbaa.CddA.C.c.acAbCD.adAADCcBA.bBAdaCAda.AACbBDabc.CdaAdAcBDdAB..DB.bbBAbCB.BabCBcbdADAaBadd"
       ".dbCDAbDa..dDCc..DA.C.ddA.BAddA..CdAACCBABA.BcddBBddA.AabdaAaADA.D.AdCD.Bd.BBbdDadDdbaa.Dab..AbA"
       "c.aaA.C..AbdDdbc.CbADDbab.DDbc.CcdaDADCdab.AD.cbaa.AD.c.aaDBbbaD.BAaCCdDc.a.DA.b.B.dDCdabcBabdBA"
       "Cadb.cAaaDaADabDcbaC.AD..ccCa.DcCDcDabAbB..aB.d..bBdd.BaDD.Dc.adBBd.Bd.cdDAdCb.acDa..BDAD.bCaba."
       "C.c.adA.aADB.ccADCd..a.CDd.BdD.d.a.adADAaCACCacaDDcdaD.cAbA.BbdabDBcbCBAd.Ba.bBAC.caaBAdAdBDdaAA"
       "bb.CbBDaBB.cBddaBbdaADABd.DA.B.b"},
      {{16, 16},
       4,
       {24, 599},
       1,
       "....DcdAbaBAbBBbADCddA.BdB.bDC.dcBaDAaCDAbC..bd.aDDB.acdaca.Dabbcca.AdCA.cDacDaCdaA.A.BAbdaDaCD."
       "BDdcA.A.AaCDdb.d.cdDAAC..abCDbb..aD.caaADDbD.Abda.ABCAcbDadC.d.cA.BadaAABDddADAB.dDD.bd.dABc.aB."
       "adDB.BcCa.A.Cbc.BBb.BdbBCDcdabAAAdCadD.b.Ad.A.C.bdBbbCBD.cc.a.DDAaAcBDddaAacDab.Da.DcCaAD.b.acaC"
       "ACCAcbadaD.cDDcCD.bbaaa..dB.d.BAbBBcbdBbc.aAD..a.AbADBbbaCDDbBadac.dD.cddD.AAaCDb.a.aCDAA.C.dd.C"
       "Dc.Ddb.dBB.bBadAAaCAdb.CAaCCc.aB.bcaaADdBAb.BDbAdbACCB.ACCccadA.dA.BDD.c.BAcC.daba.BbdDDa.DdbAa."
       "daAaABBdDAbda.aD.CbBD.b.Dc.D.cd.aCadDCbaCc.ad.AAaaaCDdbDbADbb..Ad..a.DDaCDc.aAAcCbdC.cAa.DDccaaa"
       "DA.Ac.a..CdC.dD.DdbD.Dbdc.a.AdC.bDBAb.BcCCcdaaA.Ccc.a.ADADA.Bdda.AAbCBdbDC.d.BdBBbdABc.bCB.AdBAa"
       "ADCDd..CB.dbAcAbBd.aB.daaADabbaDdBAACa.AcDabACCCac.bDccB.b.adaDadCA.C..aADCdcAab..ADCddC.AD..bdc"},
      {{16, 16},
       4,
       {32, 574},
       1,
       "aBA.C.cdcda.AbCdcDaA.ADB.CACC.dba.DA.dc.AACdcDa.acDBbAaADCba.Cbdad.BD.cD.dbADcbdABC..adCbDB.b.B."
       "ccadDb...AdaA.CDDCbd.bbAB.bDB.bCcBa.DA..c.aD.CDA.cdBDc.CCddd.aAaCDc.adABCbcbaBA.a...DDcB.dDBcbab"
       "....d.D.DDdd.D.DadDD.ccda...Dac.bDBCbABc.CbdD.babcB.b.BABadCBd.AbbBdb.BAa.DC..cc.aDcdb...DdaADCD"
       ".Db.DDbBb..bbbDBcBaaD..d.aDbcBadDbbAaAad.DdCDD.Cc.abAdC....dd.D.B.dcBc.B.aDacdaDBdd.BD.Ad.A.AABD"
       "ddBb.ABBD.b.abaA..cBaBDbCDcdabADCdcDacA.AaCDc.a.CAccaDAcA.Cada.C.b.adaDdaBAaCacaADCac.aDdD.bDb.B"
       "dDACCB.d.cAdCddADa.AcCa...dAA.CAAaCAcAaDaAA.C.cCDdbB..bDbda.acDdcaaB.CDCDddA.c.c.BdCDa.aAcC.dA.A"
       "bAabaDDb.B.cDCdaDb.acaa..B..ddDD.AddACCAacAACAcAAAABBBdaddBA.dBB.aDccaa.BD.aBadD.DdDA.Cddb..AcC."
       ".ccAaCDaDadc.B.A..bCDdbabA.AbDDcBadBBD.bdbDb.a.ad..BAaCDAbBDdbAbCC..dDAdABAcBBddBab.B.bdcBaB..DA"
       "da.AABCcCdcaaCADaBAACccba.aaDCbac.aDAAC.BA.dB.dCddACCD.c..d.AaCddc..AaCBC.cdadAa.AbDDAbAcCaCDA.c"
       "Bdd.B..caaA.CccDD.bAaaaAbC.DbdDC.aDd.BdBDAbb.bb..CdADB.BdcBb.bBCA.C.cbaaADCb.AdBA.CD.Cdbcdab.cDB"
       "dCA.CC.ACCccacAcAaAaBadc.ADAcaaDdbAaA.Bd..Bdd.BDC.cDa.AbDD..dc.D"},
      {{8, 8, 8},
       4,
       {24, 1321},
       1,
       "a.aADAbAcBAAaAC.ACbCACdCAcABCAd.AAdAcACa.C..CDdACba.CCbbCa.CaBCDaabaCacCBCa.aCAbAcCaaBC.aab.aC.a"
       "Dc.badaAdaBd.B.bA.DadbC.CCcdd..A.A.dbb.CAda...cCc.bC...D..a.aacDD..c.cA.c.bacb.abDCaaabaBDCdda.b"
       "BAa.D.Ab.cCa.c.AA.c.bBd.BBD..cAbCca..AaAdAcDBB.a.cbA.bc..BbaBd..aBAbbcAB.AAAABcDABADBCA.BcAbacAa"
       "Bda.a.Aaacbd.aaAAcca.Baddaa.CCDAb.Dc.DCABDcbCBaD.CcA.acBBBdBAD.C.CcbAacB.dBAaccBcB..Cb.d.c.DaAAC"
       "..Bc.cCa..aab.Ca.Daa.DaDADDccbADBAcdbC.Bb.abaACd.aAb.dC.caaaDaa..C.aad.B.DABc.dDbBcdAC.Cbc.bcdCd"
       "..Ac.DCaD.abD.abC.aaCa.aaadAcABcAbD.aaADba.CDcCCA..AaBA..caBdab..aA.BCa.BDbaD.AcCbc.CCA.CddbAAb."
       "aAcC..adBa.AdbB..cDbB.A.aBACCBaDBaCBCdccaca.cAaDDB.d.b.BB..ccbCadb.dbDbBCCBdCB.BAABAaacC.baaba.b"
       "aBCCdCaBaa.ACd.dd..baAAcaBACAaaBaaCaC..d...a.ABaC.Ad.A.CAABaabACdAab.acACCAdCA.aAABdaa.C.AaaAaAc"
       "b.babbABaBbAa.bDaA.cbcabba.aaAAAbBAbABbCDAccAaDAA.cC.Cc.caAcccca.cDBc..CAACCcccd.a.CaDCDBC.cCcCC"
       "bDaaABACaBAaABaCBBcaBadAb.aadaA.DB.BccBaAa..BDbaAA.CC.ca.aABBB.b..aA.A..AB.Cb.cDcab.ba.aa.Ac.Bd."
       "Dbdb.d.bCb.baBdCaC.adbB.DC.bd..C.bdACBC.B.b..a.Abc.a..accDBcAaaAaABBcd..aAAad.DDdb.cADcCBDcc.a.A"
       "A.CCb.c.AaCc.addBAABACc..CcbdACdAaaDaBba.ACBAaACB..dBAB.A.bBAdBcBAAaCABBBdAbCaaB.AdD.BaD.B.Bdd.B"
       "bA.abCAB.BaCDaC.C..CCdbcA..BB..dCcA.B..aB.AbCbbCcCaC.a..a.b.cdaCb..b..C.aaaCDaa..aa.bCaCb.aA...C"
       ".Da.caDcDdbD..DcCaaCDDaDA.DA.aAaac.a.dDbD.D.Db.addaAAdCaa.AabCa.adb.dDAd.AdbBdDcdbaaACdCCacd.aaa"
       ".bd.AdDCDdDdd.DAadA.dBb..bd.BDDaDddDdDdAadA.dBaAdA.Aa.AAABcA.B..BcDaAdbAdbAADAAB.B.C.aA.A.Dbbda."
       "..C.bcDbCdBddddADaA.CBBA.AD.bdDbCdB.ABCA.dBCCddCd..Ab.Aa.B...d..D.DB.dCDdA.Ab.Aa.B.a.C..dBDBada."
       "cDdAAAA..Aa.BCcbBdadcADbCdca.B.dbb.dB.A..CABbccAddCBCA.DaBb.c.aBca.bCA.DBabaDdAaabbD..AbADDaabDd"
       "bBCBddad.ABAA..AbcBdbdDA.Acd.DDB...DdA.DD..bB..C.aBba.Daab..Ac.B.B..acCd..AAbDcb.BCDBC...AAC.cb."
       ".DcA.BcdbBCbd.a.d.DcC.AACCA..Ada.A.Da.aCdD.DabAaaBBaBbDbcbCBAaAbbCB.AaDAcaDBaC.b.AccaABA.DCaAcAA"
       ".B.ACbC.Bdda.aA.D.cBaC.C.AacbAacaD.bBaadacABcAbCABACbbcdAaAdBbabAaBaAbabbBcaA.ACaBAA.Bc.bddaAD.a"
       "a..ABbba.B..Bab.dbBCbdA.AD.Ca..A.dCbA.bBdbbabab.Bc..AaBC.daaaDaAAabaaBA.da.AA.A..BAa.aa.c.dAaDc."
       "CcA..Db.AaBABdD.ADBDDdCDa.DABAbdABCAB.D.dAB.Dd.ABDB..dBBBd.dabBAcBbddBBBBad.ddBBBdDdabBA.db.dBBB"
       ".ABbb.CcAaAacAbaA.AaACAD.Ab.AAdABDACDcb.Ab.c.dBbDc..aAcAaacCbAbBAAaA.AAb.ADAAbcA.BB.CcC.bAdA.AAB"
       "cccaab.AaDcAcAbaAaAAcCAaBAa.AABCBdA.AAbAcccA.Aca.cdDAAdca.ABcADaACDAa.ABaAcCA.aAcaAADAAcACacD.cd"
       "..bdABDCA.AabcABCabDaBB.acbD.cbdaaabAcBcAbB...aACCB.ddbaDaDaDaC.Dacaaa.aa.BAdbBDAb.ADbDd....C.bD"
       "C.aaA.a.BaBBBbdd.AAd.Ab.CD..DAdBAABaDaCddd.bC..baAc.D.bAcCa..BdAaBC.bdAc.dcBBCda.BdA.A.d.DDCa.dB"
       "aABAbACAAcb..CBcC.AAbBAB.aB.A.daADAAcc.a.AAc.C.dAbaBbBdAcAAaaCcAAcCCDcAbBAB.accaaAABC.A..c.cbcca"
       ".bDdAADbB.AAAAACCA.CDdAaDaAcaBaAA.AACcAc..ac.A.d.AbcA.Cbb.bAdAb.CdACBCA.AaACAAdAB.ab.cbccbA.cB.B"
       "cBCC.B.cC..a.cb..DcBbCA.AA.ABBcdCAA.DBcc..aca.B.cD.Bcb.aAA.aCBBabca..aDd.DDcbbaccD.dCAa.adbbaaaA"
       "A.DBB.dDaAbb.BADc..bCdaacacA.CBbA.AbADCBbadb.ABA.CB.AaDBddcC..Cc.AAAABAAAc.BAB.cdcbbDa..AcdAA.AC"
       "a.c.BdDDAcDABc.acCAcBbdAABBCaBdaB.CAA.AA..c.AA.BAD.ABccDaABdac..cDDd.cd.AaAABCcaAABAa.A..BD.bc.."
       "aBB.ABDD.cDBAA.AcCcdBAc.aB..BBDaBcaBC.Ba.B..DbdbADdAB.cDDAadacd.c.Dddc.dAadABdcadADAA.aA.bA.dccd"
       "CBAdbC.bbAbBaaaAC.BCdbaaCADdC..adAaBabaA.cB.cb.cCbA.badb.AbaCCadCA.aDAa.aaCAC.BC.babC.dd.A..aA.C"
       "CDCdb..bbAa.ab.ACdBC.babACDAaABacdaaaacA..BaAb.AabAAACBbbbbbCCadCB.ADAaDaaaAcDBCAbabC..d.A.A.A.."
       "c.AACAAdAAaAC.Dc.AacAA.acCDA.CA.AADDCDDccDa..AcDCCdcB.aBAADdc.dA.AAaAAbACadccAaADA.dccAAAdAaAAbA"
       "cBAABbABAAd.Cb.cdAad.A.CcBBAB.ABAAAAdC.Bb...AB..CBccbaabcA..cadAa.A..A.cCBccacaAdAccad.CC..DcbB."
       "BC.bBCB.AbaAbaAB.AaA.AD.aAAA.ACb.c.dbb.Bc.aBAAd.bCDBaAaaAACDaA..aDDdDc.DCCAdaA..AAbABAAdCDBaA.cD"
       "aaAAbAC.ccdAbaABDAaDAAACabcAacCdccAcbDcBaba.AABcbDcBacaDaAaaaCaA.aCbccA.a.aCBcaaca.cAaacdaBba.bc"
       "DcAb.A..AbcCCc.dab.dAABccDdADdAaCA.ac..aA.AD.C.Bb.CaDcCAc.c.ACDcdABba.Adccba.ADAd.BA.bbdaAA.ACC."
       "BB..aCAbAcaDa.dDAAbACa.ABAB.BbAbccCBAbaCcAdcd.DCACaBadbAaa..Bdc..AcACACBdc..dB.DDDBAabAaacCA.a.."
       "BBAacBAbdbbcACDc.aACAABdD.adaB.c..aB.AbcAaa.aD.B.bCdBCAB.CDaBdAaCBA.db..daa.c.Ac.C.Bb.bC.BaAc.AC"
       "Cb.aB.ab.aBd..AdCaACcC.BBcaac.AaAbaA.Aa..DDADd.B.dAdacABDCbABCbaAbA.AbA.DABbcd.abbb.B.CaBbAAabBc"
       "D..bcd.D.bADDDBbaAabba.dABaBAab.DadbB.dadbACabaCb..B.caCBA.ca.BD..bbCaBAA.dBDa.dDcC..abdcDDBA.dA"
       "CA..abdbbAdC.DB.a.dacDcacD.a.a.CADACb.Aa.aabdDAB.AdcDCAcBB.caBcDd..bBcC.d.a..AD....Cdd.DDB.bB.A."
       "dbbDAD.bb..d.BAcBDacBD.d.aCbc.CBcaa.A.CCACcCdaAadaADb..ac.bAbDAaD.aB.DBdBbaba.aa.AbaAAAcaCBaB.A."
       "CAAabbaadabaCAA.Dd.BacBcac.AaCBabbbBcaBAACAA.AAaAbdCaA..adbBABAAA.cBDADaca.Ac.AaCAbaBBdbADaA.AaB"
       ".BAcA.aBaDAa.aBD...CadBB.A.c.aaAdDd.CA.dca.dcAbc.adDAc.cAdbc.adcAACBA.a.CCA.babDCaAA.bacA.aaaD.."
       ".BccDDadaDaA.d.DAC.dCd.B.AAc.BaACDDCABCc.ABAA.cc..ADA..Bbdac.caA.dcaCBca.CDDA..Bcdab..CBC.ddABAC",
       1345},
  };
  return tables;
}

}  // namespace torusim
