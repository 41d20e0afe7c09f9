// npm run ops -- shop preview: a sandbox of its own from the shop in force and its drafts, for who wants to play them through.
import { spawn } from 'node:child_process'
import { mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { formatFault } from '../../src/server/catalogue/faults.ts'
import type { Database } from '../../src/server/db/database.ts'
import { checkShop } from '../../src/server/shop/check-shop.ts'
import { type Draft, draftById, listDrafts } from '../../src/server/shop/draft-store.ts'
import { ownFiles } from '../../src/server/shop/go-back.ts'
import { withShownPictures } from '../../src/server/shop/publish.ts'
import { readReleaseFiles, writeShopFolder } from '../../src/server/shop/shop-files.ts'
import { type CommandIo, printLine } from '../cli/command-io.ts'
import { CommandRefused } from '../cli/program.ts'
import { SERVER_ENVIRONMENT, SERVER_FLAGS } from '../server-process.mjs'
import { PICTURES_FOLDER } from './catalogue-options.ts'
import { withDatabase } from './open-database.ts'
import { editionInForce } from './shop-target.ts'

/** More are not worked on at once. */
const DRAFTS_MOST = 200

const MAIN = fileURLToPath(new URL('../../src/server/main.ts', import.meta.url))

/** The build, which the server looks for where it is started. */
const DIST = fileURLToPath(new URL('../../dist', import.meta.url))

/** The settings of the sandbox: nothing of the shop's own, whose database it must not open. */
const KEPT = ['PATH', 'HOME', 'LANG', 'TZ'] as const

/** Returns the drafts of these numbers, in their order; all that are open or planned where none is named. */
async function draftsOf(db: Database, numbers: readonly number[]): Promise<Draft[]> {
  const { queries } = db
  const named =
    numbers.length > 0
      ? numbers
      : (await listDrafts(queries, { limit: DRAFTS_MOST }))
          .filter(({ state }) => state === 'open' || state === 'due' || state === 'failed')
          .map(({ id }) => id)
          .reverse()
  const drafts: Draft[] = []
  for (const id of named) {
    const draft = await draftById(queries, id)
    if (draft === undefined) throw new CommandRefused(`There is no draft ${id}: the office lists them.`)
    drafts.push(draft)
  }
  return drafts
}

/** Returns the shop's own files with the drafts in their place, a later one over an earlier one. */
async function filesWith(db: Database, drafts: readonly Draft[]): Promise<Readonly<Record<string, string>>> {
  const own: Record<string, string> = { ...ownFiles(await editionInForce(db)) }
  for (const { files } of drafts) {
    for (const [name, text] of Object.entries(files)) {
      if (text === null) delete own[name]
      else own[name] = text
    }
  }
  const files = await withShownPictures(db.queries, { ...(await readReleaseFiles()), ...own })
  const checked = await checkShop(files, { pathOf: (name) => name, pictures: PICTURES_FOLDER })
  if ('faults' in checked) {
    throw new CommandRefused(`The drafts make a shop with faults:\n${checked.faults.map(formatFault).join('\n')}`)
  }
  return withShownPictures(db.queries, own)
}

/** Runs the sandbox until it is stopped. Returns its exit code. */
function runSandbox(folder: string, port: number): Promise<number> {
  const kept = Object.fromEntries(
    KEPT.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
  )
  const own = {
    MODE: 'sandbox',
    SHOP_DIR: join(folder, 'shop'),
    DATA_DIR: join(folder, 'data'),
    PORT: String(port),
    REALTIME_PORT: String(port + 1),
    OFFICE_PORT: 'off',
    METRICS_PORT: 'off',
  }
  return new Promise((resolve, reject) => {
    // In a folder without settings of the shop.
    const server = spawn(process.execPath, [...SERVER_FLAGS, MAIN], {
      cwd: folder,
      env: { ...kept, ...SERVER_ENVIRONMENT, ...own },
      stdio: 'inherit',
    })
    server.on('error', reject)
    server.on('exit', (code) => resolve(code ?? 0))
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => server.kill(signal))
  })
}

/**
 * Starts the sandbox from the shop in force and its drafts.
 *
 * @param numbers those of drafts; all that are open or planned where it is empty
 * @throws CommandRefused where there is none, and with the faults of the shop that they make
 */
export async function previewDrafts(numbers: readonly number[], port: number, io: CommandIo): Promise<void> {
  const { drafts, files } = await withDatabase(io, async (db) => {
    const chosen = await draftsOf(db, numbers)
    if (chosen.length === 0) throw new CommandRefused('There are no drafts: begin one in the office.')
    return { drafts: chosen, files: await filesWith(db, chosen) }
  })
  for (const { id, title } of drafts) printLine(io, `Draft ${id}: ${title}`)
  const folder = await mkdtemp(join(tmpdir(), 'shop-preview-'))
  try {
    await writeShopFolder(join(folder, 'shop'), files)
    await symlink(DIST, join(folder, 'dist'))
    const code = await runSandbox(folder, port)
    if (code !== 0) throw new CommandRefused(`The sandbox ended with ${code}.`)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
