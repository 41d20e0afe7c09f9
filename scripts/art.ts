// npm run art: draws the site's pictures into public/. The same data always gives the same files.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Command } from 'commander'
import { z } from 'zod'
import { CRATE_EMBLEMS, CRATE_FORMS, CRATE_MATERIALS } from '../src/art/crates.ts'
import { iconSprite } from '../src/art/icons.ts'
import { favicon } from '../src/art/logo.ts'
import { PLAYER_NAMES, playerPicture } from '../src/art/players.ts'
import { appIcons, TAB_ICON } from '../src/content/brand/app-icons.ts'
import { defaultAccent } from '../src/game/base/accent.ts'
import { skinRecord } from '../src/server/catalogue/records.ts'
import { drawAppIcon } from '../src/server/documents/draw-link-picture.ts'
import { type DescribedCrate, drawCrates } from './art/crates.ts'
import { drawItems } from './art/items.ts'
import { type CommandIo, printLine, processIo } from './cli/command-io.ts'
import { createProgram, runCommand } from './cli/program.ts'

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..')
const IMAGES = join(ROOT, 'public/assets/img')

const hue = z.int().min(0).max(359)

const ART = z.object({
  form: z.enum(CRATE_FORMS),
  material: z.enum(CRATE_MATERIALS),
  hue1: hue,
  hue2: hue,
  emblem: z.enum(CRATE_EMBLEMS),
  wear: z.number().min(0).max(1),
})

const CASES = z.object({ cases: z.array(z.object({ image: z.string(), art: ART })) })

const REWARDS = z.object({ freeCases: z.array(z.object({ image: z.string(), art: ART })) })

/** What drawings of items are made from. */
const SKINS = z
  .array(skinRecord)
  .transform((skins) => skins.map(({ class: weaponClass, ...skin }) => ({ ...skin, weaponClass })))

function readData(name: string): unknown {
  return JSON.parse(readFileSync(join(ROOT, 'data', name), 'utf8'))
}

/** Returns all crates that have a description; those of free cases are on no card. */
function describedCrates(): DescribedCrate[] {
  const { cases } = CASES.parse(readData('cases.json'))
  const { freeCases } = REWARDS.parse(readData('rewards.json'))
  return [
    ...cases.map((described) => ({ ...described, onCard: true })),
    ...freeCases.map((described) => ({ ...described, onCard: false })),
  ]
}

function drawPlayers(): string {
  const folder = join(IMAGES, 'players')
  mkdirSync(folder, { recursive: true })
  for (const name of PLAYER_NAMES) writeFileSync(join(folder, `${name}.svg`), playerPicture(name))
  return `${PLAYER_NAMES.length} portraits`
}

/** The look of the files in public/. A shop with another one has its icons drawn by its server. */
const LOOK = { accent: defaultAccent(), mark: null } as const

function drawIcons(): string {
  const [sprite, tab] = [iconSprite(), favicon(LOOK)]
  writeFileSync(join(IMAGES, 'icons.svg'), sprite)
  writeFileSync(join(ROOT, 'public', TAB_ICON), tab)
  return `icons.svg (${sprite.length} bytes), ${TAB_ICON} (${tab.length} bytes)`
}

/** Draws the icons of home screens and of the installed app. */
async function drawAppIcons(): Promise<string> {
  const icons = appIcons(LOOK)
  let bytes = 0
  for (const { file, svg, pixels } of icons) {
    const path = join(ROOT, 'public', file)
    mkdirSync(dirname(path), { recursive: true })
    const picture = await drawAppIcon(svg, pixels)
    writeFileSync(path, picture)
    bytes += picture.length
  }
  return `${icons.length} icons of home screens and the app (${bytes} bytes)`
}

/** Creates the program of `npm run art`. */
function createArt(io: CommandIo): Command {
  return createProgram('npm run art', io)
    .description(
      'Draw the pictures of the site: crates of the cases in data/cases.json and data/rewards.json, small pictures of the items in ' +
        'data/skins.json, portraits, icons, the logo. Pictures of cases and items that no longer exist are removed.',
    )
    .action(async () => {
      const crates = await drawCrates(join(IMAGES, 'cases'), describedCrates())
      const items = await drawItems(join(IMAGES, 'items'), SKINS.parse(readData('skins.json')))
      const lines = [crates, items, drawPlayers(), drawIcons(), await drawAppIcons()]
      for (const line of lines) printLine(io, line)
    })
}

await runCommand(createArt, process.argv.slice(2), processIo)
