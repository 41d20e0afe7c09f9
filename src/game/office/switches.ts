// The parts of a shop that staff can switch off. Players read why, and until when.
import type { Localized } from '../base/language.ts'

/** By what a call does: each call that stakes, deposits, gives or sends names one. */
export const SWITCHES = [
  'case',
  'upgrade',
  'contract',
  'battle',
  'wheel',
  'free_case',
  'raffle',
  'missions',
  'calendar',
  'bonuses',
  'deposits',
  'withdrawals',
  'sign_ups',
] as const

export type ShopPart = (typeof SWITCHES)[number]

/** A part, or one way to deposit: `deposits.provider.method`. */
export type SwitchName = ShopPart | `deposits.${string}.${string}`

const METHOD = /^deposits\.[\w-]{1,40}\.[\w-]{1,40}$/

/** Tells whether a text names one of the parts. */
export function isShopPart(text: string): text is ShopPart {
  return SWITCHES.some((name) => name === text)
}

/** Tells whether a text names a part, or a way to deposit. */
export function isSwitchName(text: string): text is SwitchName {
  return isShopPart(text) || METHOD.test(text)
}

/** Returns the name of a way to deposit. */
export function methodSwitch(provider: string, method: string): SwitchName {
  return `deposits.${provider}.${method}`
}

/** The longest that players are told, in letters. */
export const WORDS_MOST = 300

/** What is switched off. */
export interface SwitchedOff {
  readonly name: SwitchName
  /** What players read, in each language. */
  readonly words: Localized
  readonly sinceMs: number
  /** When it ends by itself; null where a person ends it. */
  readonly untilMs: number | null
}
