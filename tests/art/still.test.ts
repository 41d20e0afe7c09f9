import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { SOUNDS } from '../../scripts/sounds/sounds.ts'
import { wav } from '../../scripts/sounds/synthesis.ts'
import { ICONS, iconSprite } from '../../src/art/icons.ts'
import { favicon, homeScreenIcon, logoMark, maskableIcon } from '../../src/art/logo.ts'
import { PLAYER_NAMES, playerPicture } from '../../src/art/players.ts'
import { defaultAccent } from '../../src/game/base/accent.ts'
import { SOUND_NAMES, type SoundName } from '../../src/stores/kernel/sound-names.ts'
import { readDrawing } from './well-formed.ts'

/** The logo as the files in public/ have it. */
const DROP = { accent: defaultAccent(), mark: null }

const inPublic = (path: string): URL => new URL(`../../public/${path}`, import.meta.url)

describe('icons', () => {
  it('are one well-formed sprite with a symbol each', () => {
    const { ids, elements } = readDrawing(iconSprite())
    expect(ids).toEqual(Object.keys(ICONS))
    expect(elements.filter((name) => name === 'symbol')).toHaveLength(ids.length)
  })

  it('match the files in public', () => {
    expect(readFileSync(inPublic('assets/img/icons.svg'), 'utf8')).toBe(iconSprite())
    expect(readFileSync(inPublic('favicon.svg'), 'utf8')).toBe(favicon(DROP))
  })
})

describe('portraits', () => {
  it('are well formed, small, and all different', () => {
    const pictures = PLAYER_NAMES.map(playerPicture)
    for (const picture of pictures) {
      readDrawing(picture)
      expect(picture.length).toBeLessThan(3 * 1024)
    }
    expect(new Set(pictures).size).toBe(PLAYER_NAMES.length)
  })

  it('are twelve for the bots, six for the sandbox and a default', () => {
    expect(PLAYER_NAMES.filter((name) => name.startsWith('house-'))).toHaveLength(12)
    expect(PLAYER_NAMES.filter((name) => name.startsWith('sandbox-'))).toHaveLength(6)
    expect(PLAYER_NAMES).toContain('default')
  })
})

describe('the logo', () => {
  it('is well formed', () => {
    const mark =
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><circle cx="32" cy="32" r="30" fill="#fff"/></svg>'
    for (const look of [DROP, { ...DROP, mark }]) {
      for (const draw of [logoMark, favicon, homeScreenIcon, maskableIcon]) readDrawing(draw(look))
    }
  })

  it('has the accent of its shop, or is the mark of its shop', () => {
    const green = favicon({ accent: { colour: '#00ffaa', ink: '#001a11' }, mark: null })
    expect(green).toContain('#00ffaa')
    expect(green).not.toContain('#c6ff3d')
    const mark =
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><path d="M1 1H63V63Z" fill="#123456"/></svg>'
    expect(favicon({ ...DROP, mark })).toContain('M1 1H63V63Z')
    expect(favicon({ ...DROP, mark })).not.toContain('#c6ff3d')
  })
})

describe('sounds', () => {
  const KIB = 1024
  const LIMITS: Partial<Record<SoundName, number>> = { tick: 3 * KIB, 'win-4': 90 * KIB, 'win-5': 90 * KIB }
  const samplesOf = (bytes: Buffer): number[] =>
    Array.from({ length: (bytes.length - 44) / 2 }, (_, index) => bytes.readInt16LE(44 + 2 * index))

  it.each(SOUND_NAMES)(
    '%s is the synthesized file, small, without a click at its start and end, and not clipped',
    (name) => {
      const bytes = readFileSync(inPublic(`sounds/${name}.wav`))
      expect(bytes.equals(wav(SOUNDS[name]))).toBe(true)
      expect(bytes.length).toBeLessThan(LIMITS[name] ?? 30 * KIB)
      expect(bytes.toString('latin1', 0, 4) + bytes.toString('latin1', 8, 12)).toBe('RIFFWAVE')
      const samples = samplesOf(bytes)
      expect(Math.abs(samples[0] ?? 0)).toBeLessThan(300)
      expect(Math.abs(samples.at(-1) ?? 0)).toBeLessThan(300)
      const peak = Math.max(...samples.map(Math.abs))
      expect(peak).toBeGreaterThan(8_000)
      expect(peak).toBeLessThan(32_000)
    },
  )

  it('are those of the folder, and no others', () => {
    expect(readdirSync(inPublic('sounds')).toSorted()).toEqual(SOUND_NAMES.map((name) => `${name}.wav`).toSorted())
  })

  it('of wins grow in length and loudness with the tier; a loss is shorter and quieter than each', () => {
    const [loss, ...wins] = (['loss', 'win-1', 'win-2', 'win-3', 'win-4', 'win-5'] as const).map((name) => SOUNDS[name])
    for (const [index, { lengthS, peak }] of wins.entries()) {
      const before = wins[index - 1] ?? loss
      expect(lengthS).toBeGreaterThan(before?.lengthS ?? 0)
      expect(peak).toBeGreaterThan(before?.peak ?? 0)
    }
  })
})
