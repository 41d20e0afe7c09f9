import { readFileSync, statSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { ICONS, iconSprite } from '../../src/art/icons.ts'
import { favicon, logoMark } from '../../src/art/logo.ts'
import { PLAYER_NAMES, playerPicture } from '../../src/art/players.ts'
import { readDrawing } from './well-formed.ts'

const inPublic = (path: string): URL => new URL(`../../public/${path}`, import.meta.url)

describe('icons', () => {
  it('are one well-formed sprite with a symbol each', () => {
    const { ids, elements } = readDrawing(iconSprite())
    expect(ids).toEqual(Object.keys(ICONS))
    expect(elements.filter((name) => name === 'symbol')).toHaveLength(ids.length)
  })

  it('match the files in public', () => {
    expect(readFileSync(inPublic('assets/img/icons.svg'), 'utf8')).toBe(iconSprite())
    expect(readFileSync(inPublic('favicon.svg'), 'utf8')).toBe(favicon)
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
    for (const picture of [logoMark, favicon]) readDrawing(picture)
  })
})

describe('sounds', () => {
  it.each([
    ['tick', 3 * 1024],
    ['good', 30 * 1024],
    ['bad', 30 * 1024],
    ['win-1', 30 * 1024],
    ['win-5', 60 * 1024],
  ])('%s is a WAV file below %i bytes that neither starts nor ends with a click', (name, limit) => {
    const bytes = readFileSync(inPublic(`sounds/${name}.wav`))
    expect(statSync(inPublic(`sounds/${name}.wav`)).size).toBeLessThan(limit)
    expect(bytes.toString('latin1', 0, 4) + bytes.toString('latin1', 8, 12)).toBe('RIFFWAVE')
    expect(Math.abs(bytes.readInt16LE(44))).toBeLessThan(300)
    expect(Math.abs(bytes.readInt16LE(bytes.length - 2))).toBeLessThan(300)
  })
})
