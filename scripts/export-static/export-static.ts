// Exports what nginx serves by itself: the built files in each encoding that a running app responds with, and nginx settings with the headers
// of those responses. Pages, icons, pictures of links and of items are left to the app: they show what the shop's staff may change at any time.
// They are requested from the app, so that both send the same bytes and headers.
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { extname, join } from 'node:path'
import { ITEM_PICTURES, openAssets } from '../../src/server/documents/assets.ts'
import { showsBrand } from '../../src/server/documents/brand-files.ts'
import { currentBuild } from '../../src/server/site/current-build.ts'

const ENCODINGS = [
  { name: 'br', accepts: 'br' },
  { name: 'gzip', accepts: 'gzip' },
  { name: 'plain', accepts: 'identity' },
] as const

/** Headers that differ between files; nginx looks them up. All other headers are the same for every file. */
const OWN_HEADERS = ['etag', 'cache-control', 'vary', 'content-encoding'] as const
/** Headers of the connection or the moment, and headers that nginx writes itself. */
const NOT_EXPORTED = ['date', 'connection', 'keep-alive', 'content-length', 'content-type', 'transfer-encoding']

interface AppResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
}

interface Exported {
  /** Encoding and address: the key by which nginx finds the file. */
  readonly key: string
  /** Name of the file with the body. */
  readonly file: string
  readonly headers: AppResponse['headers']
}

function fetchResponse(address: string, accepts: string): Promise<AppResponse> {
  return new Promise((resolve, reject) => {
    const sent = request(address, { headers: { 'accept-encoding': accepts } }, (response) => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      response.once('end', () => {
        const headers = Object.fromEntries(
          Object.entries(response.headers).map(([name, value]) => [name, String(value)]),
        )
        resolve({ status: response.statusCode ?? 0, headers, body: Buffer.concat(parts) })
      })
    })
    sent.once('error', reject).end()
  })
}

/** Returns the addresses of the files of a build. */
async function addressesOf(client: string): Promise<string[]> {
  const { names } = await openAssets(client)
  return names
    .filter((name) => !showsBrand(name) && !name.startsWith(ITEM_PICTURES))
    .map((name) => `/${name}`)
    .toSorted()
}

const quoted = (text: string): string => `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`

function map(variable: string, from: string, lines: readonly (readonly [string, string])[]): string {
  return `map ${from} $${variable} {\n${lines.map(([key, value]) => `  ${quoted(key)} ${quoted(value)};`).join('\n')}\n}\n`
}

/** Returns a map of nginx for each header that differs between files. */
function ownHeaders(all: readonly Exported[]): string {
  const own = OWN_HEADERS.map((name) =>
    map(
      `static_${name.replaceAll('-', '_')}`,
      '$static_file',
      all.flatMap(({ file, headers }) => (headers[name] === undefined ? [] : [[file, headers[name]] as const])),
    ),
  )
  return own.join('\n')
}

function commonHeaders(all: readonly Exported[]): string {
  const skipped: readonly string[] = [...NOT_EXPORTED, ...OWN_HEADERS]
  const texts = all.map(({ headers }) =>
    Object.entries(headers)
      .filter(([name]) => !skipped.includes(name))
      .map(([name, value]) => `add_header ${name} ${quoted(value)};\n`)
      .join(''),
  )
  const [first = ''] = texts
  if (texts.some((text) => text !== first))
    throw new Error('The app sends a header that differs between files and is not listed')
  return first
}

function typesOf(all: readonly Exported[]): string {
  const types = new Map(all.map(({ file, headers }) => [extname(file).slice(1), headers['content-type'] ?? '']))
  return `types {\n${[...types].map(([extension, type]) => `  ${quoted(type)} ${extension};`).join('\n')}\n}\n`
}

/** Requests everything from the app at an address and writes it to a folder. Returns the number of files. */
export async function exportStatic(app: string, target: string): Promise<number> {
  const next = `${target}.next`
  await rm(next, { recursive: true, force: true })
  await mkdir(join(next, 'files'), { recursive: true })
  const all: Exported[] = []
  for (const [place, path] of (await addressesOf(join(currentBuild('dist'), 'client'))).entries()) {
    const extension = extname(path)
    const byTag = new Map<string, Exported>()
    for (const { name, accepts } of ENCODINGS) {
      const { status, headers, body } = await fetchResponse(`${app}${path}`, accepts)
      if (status !== 200) throw new Error(`${app}${path} answers with ${status}: it is another build`)
      const etag = headers.etag ?? ''
      const known = byTag.get(etag)
      const file = known?.file ?? `${place}-${name}${extension}`
      if (known === undefined) await writeFile(join(next, 'files', file), body)
      byTag.set(etag, { key: `${name}:${path}`, file, headers })
      all.push({ key: `${name}:${path}`, file, headers })
    }
  }
  const unique = [...new Map(all.map((one) => [one.file, one])).values()]
  await writeFile(
    join(next, 'maps.conf'),
    `${map(
      'static_file',
      '$static_key',
      all.map(({ key, file }) => [key, file]),
    )}\n${ownHeaders(unique)}`,
  )
  await writeFile(join(next, 'headers.conf'), commonHeaders(unique))
  await writeFile(join(next, 'types.conf'), typesOf(unique))
  await rm(target, { recursive: true, force: true })
  await rename(next, target)
  return unique.length
}
