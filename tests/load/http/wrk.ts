// Load by Debian's `wrk`, which costs next to nothing: a client in Node takes as much of two processors as the server.
import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { LoadSite } from '../site-process.ts'
import { postHeads } from './http-load.ts'

/** Longer than a call waits for the database before it is refused; wrk's own limit of two seconds is shorter. */
const TIMEOUT = '10s'
const SCRIPT = new URL('wrk.lua', import.meta.url).pathname

export interface WrkResult {
  /** Answers in the time, also those of refusals. */
  readonly done: number
  /** Refused, broken off, or without an answer within `TIMEOUT`. */
  readonly failed: number
  readonly seconds: number
  /** Milliseconds below which half of the answers, and 99 % of them, arrived. */
  readonly p50: number
  readonly p99: number
}

/** Returns what is missing to measure with `wrk`; null for nothing. */
export function missingWrk(): string | null {
  return spawnSync('wrk', ['-v']).error === undefined ? null : 'Install wrk (apt-get install wrk).'
}

let runs = 0

/** Lets every player of a site post to one path as fast as it responds, each over one connection. */
export async function wrkLoad(site: LoadSite, path: string, body: string, seconds: number): Promise<WrkResult> {
  const folder = mkdtempSync(join(tmpdir(), 'spacedrop-wrk-'))
  const heads = await postHeads(site, path, body)
  for (const [place, head] of heads.entries()) writeFileSync(join(folder, String(place)), head)
  const players = String(heads.length)
  const url = `http://127.0.0.1:${site.port}`
  const limits = ['--duration', `${seconds}s`, '--timeout', TIMEOUT]
  const words = ['--threads', players, '--connections', players, ...limits, '--script', SCRIPT, url]
  const { stdout } = await promisify(execFile)('wrk', [...words, '--', folder, String(++runs), body])
  rmSync(folder, { recursive: true })
  const line = stdout.split('\n').find((candidate) => candidate.startsWith('{'))
  if (line === undefined) throw new Error(`wrk printed no result: ${stdout}`)
  const { done, microseconds, p50, p99, failed } = JSON.parse(line) as Record<string, number>
  if (
    done === undefined ||
    microseconds === undefined ||
    p50 === undefined ||
    p99 === undefined ||
    failed === undefined
  )
    throw new Error(`wrk printed an unknown result: ${line}`)
  return { done, failed, seconds: microseconds / 1e6, p50: p50 / 1000, p99: p99 / 1000 }
}
