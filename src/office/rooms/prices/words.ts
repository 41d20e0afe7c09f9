// How the room writes names, prices and returns.
import { useTranslation } from 'react-i18next'
import { wornItemName } from '../../../game/catalogue/display-name.ts'
import { formatCount, formatPercent } from '../../../i18n/format.ts'
import { parseLanguage } from '../../../i18n/language.ts'
import type { NamedItem, PriceEffect } from '../../../protocol/office/prices.ts'

/** Of an item, of a case, of a return. */
export interface PriceWords {
  itemName(item: NamedItem): string
  partName(part: Pick<PriceEffect, 'kind' | 'name'>): string
  percent(fraction: number): string
  /** Of a list: one that is a sentence in English in the reader's language. */
  source(name: string): string
  count(count: number): string
  /** How far a price moved, with its sign. */
  move(percent: number): string
}

/** Returns them in the reader's language. */
export function usePriceWords(): PriceWords {
  const { t, i18n } = useTranslation('officePrices')
  const language = parseLanguage(i18n.language) ?? 'en'
  return {
    itemName: (item) => wornItemName(item, language),
    partName: ({ kind, name }) =>
      name === null ? t('wheel') : kind === 'freeCase' ? t('free-case', { name: name[language] }) : name[language],
    source: (name) => {
      const site = STEAM_MARKET.exec(name)?.[1]
      return site === undefined ? name : t('steam-market', { site })
    },
    percent: (fraction) => formatPercent(fraction, language),
    count: (count) => formatCount(count, language),
    move: (percent) => `${percent < 0 ? '−' : '+'}${formatPercent(Math.abs(percent) / 100, language)}`,
  }
}

/** The list that comes with the site: 'Steam market by github.com/…'. */
const STEAM_MARKET = /^Steam market by (\S+)$/

/** What a price may be, in cents (protocol/office/prices.ts). */
export const PRICE_LEAST = 1
export const PRICE_MOST = 100_000_000

const DOLLARS = /^(\d{1,7})(?:[.,](\d{1,2}))?$/

/** Reads a typed amount in dollars as cents; undefined for what is none. */
export function centsOf(text: string): number | undefined {
  const match = DOLLARS.exec(text.trim().replace(/^\$\s?/, ''))
  if (match === null) return undefined
  const cents = Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'))
  return cents >= PRICE_LEAST && cents <= PRICE_MOST ? cents : undefined
}
