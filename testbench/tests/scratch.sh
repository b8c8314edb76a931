# Sourced by tests of the program, $torusim: they work in an empty directory, which is removed at the end.
torusim=$(realpath "$1")
directory=$(mktemp -d)
trap 'rm -rf "$directory"' EXIT
cd "$directory" || exit 99
fail() {
  echo "$*"
  exit 1
}
