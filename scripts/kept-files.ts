// Writes what nginx serves by itself: every built file and prerendered document in each form that a running app answers with, and nginx
// settings with the headers of those answers. They are asked of the app, so that both answer the same bytes under the same headers.
//
//   node scripts/kept-files.ts http://127.0.0.1:4321 /srv/kept
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { extname, join, relative, sep } from 'node:path'

const FORMS = [
  { name: 'br', accepts: 'br' },
  { name: 'gzip', accepts: 'gzip' },
  { name: 'plain', accepts: 'identity' },
] as const

/** Different from file to file; nginx looks them up. What is left is the same for all. */
const OWN_HEADERS = [
  'etag',
  'cache-control',
  'vary',
  'content-encoding',
  'content-language',
  'content-security-policy',
] as const
/** Of the connection or the moment, or written by nginx itself. */
const NOT_KEPT = ['date', 'connection', 'keep-alive', 'content-length', 'content-type', 'transfer-encoding']

interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
}

interface Kept {
  /** Form and address, as nginx looks for it. */
  readonly key: string
  /** Of the file with its body. */
  readonly file: string
  readonly headers: Answer['headers']
}

function ask(address: string, accepts: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const asked = request(address, { headers: { 'accept-encoding': accepts } }, (response) => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      response.once('end', () => {
        const headers = Object.fromEntries(
          Object.entries(response.headers).map(([name, value]) => [name, String(value)]),
        )
        resolve({ status: response.statusCode ?? 0, headers, body: Buffer.concat(parts) })
      })
    })
    asked.once('error', reject).end()
  })
}

/** Addresses of everything in the build: documents by their language, the rest as it lies there. */
async function addressesOf(client: string): Promise<string[]> {
  const entries = await readdir(client, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => `/${relative(client, join(entry.parentPath, entry.name)).split(sep).join('/')}`)
    .map((path) => path.replace(/\/index\.html$/, ''))
    .filter((path) => !path.endsWith('/404'))
    .toSorted()
}

const quoted = (text: string): string => `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`

function map(variable: string, from: string, lines: readonly (readonly [string, string])[]): string {
  return `map ${from} $${variable} {\n${lines.map(([key, value]) => `  ${quoted(key)} ${quoted(value)};`).join('\n')}\n}\n`
}

/** What nginx looks up for a file: a header each. */
function ownHeaders(all: readonly Kept[]): string {
  const own = OWN_HEADERS.map((name) =>
    map(
      `kept_${name.replaceAll('-', '_')}`,
      '$kept',
      all.flatMap(({ file, headers }) => (headers[name] === undefined ? [] : [[file, headers[name]] as const])),
    ),
  )
  return own.join('\n')
}

function commonHeaders(all: readonly Kept[]): string {
  const skipped: readonly string[] = [...NOT_KEPT, ...OWN_HEADERS]
  const texts = all.map(({ headers }) =>
    Object.entries(headers)
      .filter(([name]) => !skipped.includes(name))
      .map(([name, value]) => `add_header ${name} ${quoted(value)};\n`)
      .join(''),
  )
  const [first = ''] = texts
  if (texts.some((text) => text !== first)) throw new Error('The app answers with headers that nobody has foreseen')
  return first
}

function typesOf(all: readonly Kept[]): string {
  const types = new Map(all.map(({ file, headers }) => [extname(file).slice(1), headers['content-type'] ?? '']))
  return `types {\n${[...types].map(([extension, type]) => `  ${quoted(type)} ${extension};`).join('\n')}\n}\n`
}

/** Asks for everything and writes it down. Answers how many files there are. */
async function write(app: string, target: string): Promise<number> {
  const next = `${target}.next`
  await rm(next, { recursive: true, force: true })
  await mkdir(join(next, 'kept'), { recursive: true })
  const all: Kept[] = []
  for (const [place, path] of (await addressesOf('dist/client')).entries()) {
    const extension = extname(path) === '' ? '.html' : extname(path)
    const forms = new Map<string, Kept>()
    for (const { name, accepts } of FORMS) {
      const { status, headers, body } = await ask(`${app}${path}`, accepts)
      // E.g. a page that is not public; whoever asks nginx for it is handed to the app.
      if (status !== 200) continue
      const etag = headers.etag ?? ''
      const known = forms.get(etag)
      const file = known?.file ?? `${place}-${name}${extension}`
      if (known === undefined) await writeFile(join(next, 'kept', file), body)
      forms.set(etag, { key: `${name}:${path}`, file, headers })
      all.push({ key: `${name}:${path}`, file, headers })
    }
  }
  const unique = [...new Map(all.map((one) => [one.file, one])).values()]
  await writeFile(
    join(next, 'maps.conf'),
    `${map(
      'kept',
      '$kept_key',
      all.map(({ key, file }) => [key, file]),
    )}\n${ownHeaders(unique)}`,
  )
  await writeFile(join(next, 'headers.conf'), commonHeaders(unique))
  await writeFile(join(next, 'types.conf'), typesOf(unique))
  await rm(target, { recursive: true, force: true })
  await rename(next, target)
  return unique.length
}

const [app, target] = process.argv.slice(2)
if (app === undefined || target === undefined) {
  console.error('node scripts/kept-files.ts ADDRESS-OF-THE-APP FOLDER')
  process.exit(2)
}
console.log(`${await write(app.replace(/\/+$/, ''), target)} files are kept in ${target}`)
