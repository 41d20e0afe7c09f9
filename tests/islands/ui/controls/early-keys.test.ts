// Keys that are pressed before the screen of a game listens.
import { afterEach, describe, expect, it } from 'vitest'
import { takeEarlyKeys, watchEarlyKeys } from '../../../../src/islands/ui/controls/early-keys.ts'

const page = new EventTarget() as Document

function press(key: string, modifiers: { ctrlKey?: boolean } = {}): void {
  page.dispatchEvent(Object.assign(new Event('keydown'), { key, ...modifiers }))
}

const taken = (): string[] => takeEarlyKeys().map(({ key }) => key)

afterEach(() => void takeEarlyKeys())

describe('keys before the screen listens', () => {
  it('are handed to it once, in their order', () => {
    watchEarlyKeys(page)
    press('4')
    press('0')
    expect(taken()).toEqual(['4', '0'])
    expect(taken()).toEqual([])
  })

  it('are none that act: a press of Enter would buy what the reader has not seen', () => {
    watchEarlyKeys(page)
    for (const key of ['Enter', ' ', 'Escape', 'd']) press(key)
    press('4', { ctrlKey: true })
    expect(taken()).toEqual([])
  })

  it('are collected no more from then on', () => {
    watchEarlyKeys(page)
    takeEarlyKeys()
    press('4')
    expect(taken()).toEqual([])
  })
})
