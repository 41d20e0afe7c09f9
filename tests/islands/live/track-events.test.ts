// The live strip stands still while a card of it is open.
import type { FocusEvent, PointerEvent } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { peekHandlers, releaseLostFocus } from '../../../src/islands/live/track-events.ts'
import { $peek, closePeek } from '../../../src/stores/live/player-peek.ts'
import { $isFocused, $isPointed, $isStill } from '../../../src/stores/live/still-strip.ts'

const { onPointerOver, onPointerLeave, onFocus, onBlur } = peekHandlers

type Over = PointerEvent<HTMLUListElement>
type Focus = FocusEvent<HTMLUListElement>

const pointer = (pointerType: string): Over => ({ pointerType, target: null }) as unknown as Over
const focus = { target: null } as unknown as Focus

const card = {} as HTMLElement

beforeEach(() => {
  vi.stubGlobal('Element', class {})
})

afterEach(() => {
  vi.unstubAllGlobals()
  $isPointed.set(false)
  $isFocused.set(false)
  closePeek()
})

describe('the live strip', () => {
  it('stands still below a mouse, and below no finger, which may scroll', () => {
    onPointerOver?.(pointer('touch'))
    expect($isStill.get()).toBe(false)
    onPointerOver?.(pointer('mouse'))
    expect($isStill.get()).toBe(true)
    onPointerLeave?.(pointer('mouse'))
    expect($isStill.get()).toBe(false)
  })

  it('stands still while one of its cards has the focus', () => {
    onFocus?.(focus)
    expect($isStill.get()).toBe(true)
    onBlur?.(focus)
    expect($isStill.get()).toBe(false)
  })

  it('stands still until the player below a card is closed, also when the pointer has moved there', () => {
    onPointerOver?.(pointer('mouse'))
    $peek.set({ playerId: 7, card })
    onPointerLeave?.(pointer('mouse'))
    expect($isStill.get()).toBe(true)
    closePeek()
    expect($isStill.get()).toBe(false)
  })

  it('moves again when the card with the focus is gone', () => {
    onFocus?.(focus)
    releaseLostFocus(null)
    expect($isStill.get()).toBe(false)
  })
})
