// Shows how far a step of minutes is: one line that changes in a terminal, a line a stage elsewhere. Plain JavaScript for Node 18.
const HEARTBEAT_MS = 30_000

/**
 * Begins to show a step.
 *
 * @param {string} title what is done, such as `Installing`
 * @param {{ isTTY?: boolean, columns?: number, write(text: string): unknown }} [out]
 * @returns {{ at(stage: string): void, end(result: string): void }} `at` names the stage that has begun
 */
export function startProgress(title, out = process.stdout) {
  const startedMs = Date.now()
  let stage = ''
  let printedMs = startedMs
  const seconds = () => `${Math.round((Date.now() - startedMs) / 1000)} s`
  const line = () => `${title}${stage === '' ? '' : `: ${stage}`}`

  function show() {
    if (out.isTTY) out.write(`\r\u001b[2K${`${line()} (${seconds()})`.slice(0, (out.columns || 80) - 1)}`)
    else if (Date.now() - printedMs >= HEARTBEAT_MS) print(`${line()} (${seconds()})`)
  }

  function print(text) {
    printedMs = Date.now()
    out.write(`${text}\n`)
  }

  if (!out.isTTY) print(`${title} …`)
  const timer = setInterval(show, 1000)
  timer.unref()
  return {
    at(next) {
      if (next === stage) return
      stage = next
      if (out.isTTY) show()
      else print(line())
    },
    end(result) {
      clearInterval(timer)
      if (out.isTTY) out.write('\r\u001b[2K')
      print(`${title}: ${result} (${seconds()})`)
    },
  }
}
