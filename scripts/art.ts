// npm run art: draws the site's pictures into public/. The same data always gives the same files.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Command } from 'commander'
import sharp from 'sharp'
import { z } from 'zod'
import { CRATE_EMBLEMS, CRATE_FORMS, CRATE_MATERIALS } from '../src/art/crates.ts'
import { iconOnSquare, iconSprite } from '../src/art/icons.ts'
import { favicon, homeScreenIcon, maskableIcon } from '../src/art/logo.ts'
import { PLAYER_NAMES, playerPicture } from '../src/art/players.ts'
import { APP_ICON_PIXELS, APP_SHORTCUTS, SHORTCUT_PIXELS } from '../src/layouts/app-manifest.ts'
import { type DescribedCrate, drawCrates } from './art/crates.ts'
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

function drawIcons(): string {
  const sprite = iconSprite()
  writeFileSync(join(IMAGES, 'icons.svg'), sprite)
  writeFileSync(join(ROOT, 'public/favicon.svg'), favicon)
  return `icons.svg (${sprite.length} bytes), favicon.svg (${favicon.length} bytes)`
}

/** The size that Apple's home screens ask for. */
const HOME_SCREEN_PIXELS = 180

async function drawHomeScreenIcon(): Promise<string> {
  const icon = sharp(Buffer.from(homeScreenIcon), { density: 300 }).resize(HOME_SCREEN_PIXELS).removeAlpha()
  const { size } = await icon
    .png({ palette: true, compressionLevel: 9 })
    .toFile(join(ROOT, 'public/apple-touch-icon.png'))
  return `apple-touch-icon.png (${size} bytes)`
}

/** Draws the icons that the manifest of the app names: on a rounded square, on a full one for systems that cut it, and of shortcuts. */
async function drawAppIcons(): Promise<string> {
  const folder = join(IMAGES, 'app')
  mkdirSync(folder, { recursive: true })
  const drawings = [
    ...APP_ICON_PIXELS.map((pixels) => ({ name: 'icon', svg: favicon, pixels })),
    ...APP_ICON_PIXELS.map((pixels) => ({ name: 'maskable', svg: maskableIcon, pixels })),
    ...Object.entries(APP_SHORTCUTS).map(([name, { icon }]) => ({
      name: `shortcut-${name}`,
      svg: iconOnSquare(icon),
      pixels: SHORTCUT_PIXELS,
    })),
  ]
  let bytes = 0
  for (const { name, svg, pixels } of drawings) {
    const picture = sharp(Buffer.from(svg), { density: 600 }).resize(pixels)
    const file = join(folder, `${name}-${pixels}.png`)
    bytes += (await picture.png({ palette: true, compressionLevel: 9 }).toFile(file)).size
  }
  return `${drawings.length} icons of the app (${bytes} bytes)`
}

/** Creates the program of `npm run art`. */
function createArt(io: CommandIo): Command {
  return createProgram('npm run art', io)
    .description(
      'Draw the pictures of the site: crates of the cases in data/cases.json and data/rewards.json, portraits, icons, the logo. ' +
        'Pictures of cases that no longer exist are removed.',
    )
    .action(async () => {
      const crates = await drawCrates(join(IMAGES, 'cases'), describedCrates())
      const lines = [crates, drawPlayers(), drawIcons(), await drawHomeScreenIcon(), await drawAppIcons()]
      for (const line of lines) printLine(io, line)
    })
}

await runCommand(createArt, process.argv.slice(2), processIo)
