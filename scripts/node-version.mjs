// Imported first by every command: says in one line that Node is too old, before a newer syntax or module says it in twenty.
const LEAST = 18

if (Number.parseInt(process.versions.node, 10) < LEAST) {
  console.error(
    `This needs Node ${LEAST} or later to start; it is ${process.versions.node}. The shop itself runs in a Node of its own.`,
  )
  process.exit(1)
}
