// Reads the public list in another process, which can be killed at any moment.
import { type ExecFileException, execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { ImportFailed } from '../import/source.ts'

const READER = fileURLToPath(new URL('./list-reader.ts', import.meta.url))

/** The memory of the process: the largest list needs half of it. */
const MEGABYTES = 512
/** The limit of its output: the largest list prints a tenth of it. */
const PRINTED_MAX = 8 * 1024 * 1024
/** The process is killed this long after its own time limit. */
const SPARE_MS = 30_000
/** Characters of its error message that are shown. */
const WORDS_MAX = 300

const printed = z.record(z.string(), z.string())

/** Returns the error message of a failed process in one line, or how the process ended. */
function reasonOf(address: string, error: ExecFileException, said: string): string {
  const words = said.replace(/\s+/g, ' ').trim()
  if (error.code === 1 && words.startsWith(address)) {
    return words.length > WORDS_MAX ? `${words.slice(0, WORDS_MAX)}….` : words
  }
  return `${address} could not be read: the reading ended with ${error.signal ?? error.code}.`
}

/**
 * Reads the pictures of the list at an address, by the English name of the skin.
 *
 * @param limits `timeMs` limits the request with its response; `signal` aborts it
 * @throws ImportFailed with a message of one line; AbortError when it was aborted
 */
export async function readList(
  address: string,
  { timeMs, signal }: { readonly timeMs: number; readonly signal: AbortSignal },
): Promise<Readonly<Record<string, string>>> {
  const limits = ['--disable-warning=ExperimentalWarning', `--max-old-space-size=${MEGABYTES}`]
  const options = { signal, killSignal: 'SIGKILL', timeout: timeMs + SPARE_MS, maxBuffer: PRINTED_MAX } as const
  const text = await new Promise<string>((resolve, reject) => {
    execFile(process.execPath, [...limits, READER, address, `${timeMs}`], options, (error, out, err) => {
      if (error === null) resolve(out)
      else reject(signal.aborted ? error : new ImportFailed(reasonOf(address, error, err)))
    })
  })
  return printed.parse(JSON.parse(text))
}
