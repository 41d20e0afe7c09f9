// The file of a backup: a header of fixed length with the manifest and its checksum, then the dump that the database made.
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'
import { OperatorError } from '../../../base/operator-error.ts'

/** What every backup begins with. It names the software, not the shop: a backup is restored under any name. */
const FORMAT = 'SPACEDROP BACKUP'
const FIRST_LINE = `${FORMAT} 2`
/** The first line of version 0.1 and 0.2. */
const EARLIER_FIRST_LINE = `${FORMAT} 1`
/** The offset of the dump. */
export const HEADER_BYTES = 64 * 1024

const manifestSchema = z.strictObject({
  kind: z.enum(['pglite', 'postgres']),
  at: z.iso.datetime(),
  migrations: z.array(z.string()).max(10_000).readonly(),
  tables: z.record(z.string(), z.int().nonnegative()).readonly(),
  /** The major version of the PostgreSQL, and of the tool, that wrote it. */
  postgres: z.int(),
  bytes: z.int().nonnegative(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  /** The version of the site that made the backup. */
  site: z.string().max(40),
  /** What the database takes on the disk of its server. */
  databaseBytes: z.int().nonnegative(),
  ledgerHead: z.strictObject({ last: z.string().nullable(), checksum: z.string() }).optional(),
})

/** What a backup says of itself. */
export type Manifest = z.infer<typeof manifestSchema>

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

function formatHeader(manifest: Manifest): Buffer {
  const text = JSON.stringify(manifest)
  const header = Buffer.alloc(HEADER_BYTES, ' ')
  const written = header.write(`${FIRST_LINE}\n${sha256(text)}\n${text}\n`)
  if (written >= HEADER_BYTES) throw new Error('The header of the backup is too long')
  return header
}

function readHeader(path: string, header: Buffer): Manifest {
  const [first, checksum, text = ''] = header.toString().split('\n')
  if (first !== FIRST_LINE) throw new OperatorError(notReadable(path, first))
  if (header.length < HEADER_BYTES) throw new OperatorError(`${path} is cut off: not even its header is whole.`)
  if (sha256(text) !== checksum)
    throw new OperatorError(`${path} was changed: the checksum of its header is another one.`)
  return manifestSchema.parse(JSON.parse(text))
}

function notReadable(path: string, first = ''): string {
  if (first === EARLIER_FIRST_LINE)
    return `${path} was made by version 0.1 or 0.2: restore it with the last version before 0.3.`
  return first.startsWith(`${FORMAT} `)
    ? `${path} was made by a newer version: use that one.`
    : `${path} is no backup of a site, or was not written to its end.`
}

/** Returns a stream that passes bytes on, and counts and hashes them. */
function measured(): Transform & { result(): Pick<Manifest, 'bytes' | 'sha256'> } {
  const hash = createHash('sha256')
  let bytes = 0
  const through = new Transform({
    transform(chunk: Buffer, _, done) {
      hash.update(chunk)
      bytes += chunk.length
      done(null, chunk)
    },
  })
  return Object.assign(through, { result: () => ({ bytes, sha256: hash.digest('hex') }) })
}

async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/**
 * Writes a backup that only its owner can read. The file appears under its name once it is whole.
 *
 * @param source the dump as the database writes it; `ended` rejects when that failed
 * @throws OperatorError when the file is there already
 */
export async function writeBackup(
  path: string,
  contents: Omit<Manifest, 'bytes' | 'sha256'>,
  { source, ended }: { source: Readable; ended: Promise<void> },
): Promise<Manifest> {
  const part = `${path}.part`
  const measure = measured()
  try {
    const target = createWriteStream(part, { flags: 'wx', mode: 0o600, start: HEADER_BYTES })
    await Promise.all([pipeline(source, measure, target), ended])
    const manifest = { ...contents, ...measure.result() }
    const handle = await open(part, 'r+')
    try {
      await handle.write(formatHeader(manifest), 0, HEADER_BYTES, 0)
      await handle.sync()
    } finally {
      await handle.close()
    }
    refuseExisting(path)
    await rename(part, path)
    await sync(dirname(path))
    return manifest
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') {
      throw new OperatorError(
        `${part} is there: another backup is being written, or one was interrupted. Remove the file in that case.`,
      )
    }
    await rm(part, { force: true })
    if (error instanceof Error && 'code' in error && error.code === 'ENOSPC') {
      throw new OperatorError(`The disk of ${dirname(path)} is full: make room, or choose another folder.`)
    }
    throw error
  }
}

/** @throws OperatorError when a file has this name: a backup never overwrites another one */
export function refuseExisting(path: string): void {
  if (existsSync(path)) throw new OperatorError(`${path} is there already: choose another name.`)
}

/** Opens the dump in a backup. */
export function openDump(path: string): Readable {
  return createReadStream(path, { start: HEADER_BYTES })
}

async function readStart(path: string): Promise<Buffer> {
  try {
    const handle = await open(path, 'r')
    try {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEADER_BYTES), 0, HEADER_BYTES, 0)
      return buffer.subarray(0, bytesRead)
    } finally {
      await handle.close()
    }
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error
    throw new OperatorError(
      `${path} cannot be read: ${error.code === 'ENOENT' ? 'there is no such file' : error.code}.`,
    )
  }
}

/**
 * Reads a backup to its end, and returns its manifest.
 *
 * @throws OperatorError when it is no backup, was cut off or changed
 */
export async function verifyBackup(path: string): Promise<Manifest> {
  const manifest = readHeader(path, await readStart(path))
  const measure = measured()
  await pipeline(openDump(path), measure.resume())
  const { bytes, sha256: found } = measure.result()
  if (bytes < manifest.bytes) {
    throw new OperatorError(`${path} is cut off: ${bytes} of its ${manifest.bytes} bytes are there.`)
  }
  if (bytes > manifest.bytes || found !== manifest.sha256) {
    throw new OperatorError(`${path} was changed: its checksum is another one.`)
  }
  return manifest
}
