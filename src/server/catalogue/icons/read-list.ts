// Has the public list read by another process, which can be ended at any moment.
import { type ExecFileException, execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { ImportFailed } from '../import/source.ts'

const READER = fileURLToPath(new URL('./list-reader.ts', import.meta.url))

/** The largest list takes half of this. */
const MEGABYTES = 512
/** What it prints of the largest list is a tenth of this. */
const PRINTED_MAX = 8 * 1024 * 1024
/** A reader that has not ended this long after its time was up hangs. */
const SPARE_MS = 30_000
/** Of words that come from elsewhere. */
const WORDS_MAX = 300

const printed = z.record(z.string(), z.string())

/** What a reader that failed said, in one line; how it ended where it could not say anything. */
function reasonOf(address: string, error: ExecFileException, said: string): string {
  const words = said.replace(/\s+/g, ' ').trim()
  if (error.code === 1 && words.startsWith(address)) {
    return words.length > WORDS_MAX ? `${words.slice(0, WORDS_MAX)}….` : words
  }
  return `${address} could not be read: the reading ended with ${error.signal ?? error.code}.`
}

/**
 * Reads which pictures the list at an address tells of, by the English name of the skin.
 *
 * @param limits `timeMs` bounds the request and its answer; `signal` ends it at once
 * @throws ImportFailed saying in one line what is wrong; AbortError when it was ended
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
