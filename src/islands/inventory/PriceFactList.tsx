// What a price rests on, as a list of facts.
import type { TFunction } from 'i18next'
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDate, formatDateTime, formatMoney } from '../../i18n/format.ts'
import { spanWords } from '../../i18n/wait-words.ts'
import type { ItemPrice } from '../../protocol/item-price.ts'
import { Fact, FactList } from '../ui/Fact.tsx'

const MINUTE_MS = 60_000

/** A source of price lists that is a sentence in English: 'Steam market by github.com/…'; any other is a name. */
const STEAM_MARKET = /^Steam market by (\S+)$/

function sourceWords(source: string, t: TFunction<'price'>): string {
  const site = STEAM_MARKET.exec(source)?.[1]
  return site === undefined ? source : t('steamMarket', { site })
}

/** Renders what a price rests on; texts are loaded. */
export function PriceFactList({ price, nowMs }: { readonly price: ItemPrice; readonly nowMs: number }): ReactElement {
  const { t } = useTranslation('price')
  const { t: words } = useTranslation('waiting')
  const { source, at, shipped, spread, move, held_since } = price
  const ago = (atMs: number): string => spanWords(Math.max(1, Math.round((nowMs - atMs) / MINUTE_MS)), words)
  return (
    <FactList>
      <Fact name={t('source')}>
        {shipped && at !== null
          ? t('shipped', { date: formatDate(at) })
          : source === null
            ? t('unknown')
            : sourceWords(source, t)}
      </Fact>
      {shipped && source !== null ? <Fact name={t('origin')}>{sourceWords(source, t)}</Fact> : null}
      <Fact name={t('read')}>{at === null ? t('unknown') : t('ago', { at: formatDate(at), span: ago(at) })}</Fact>
      {spread === null ? null : (
        <Fact name={t('spread')}>
          {t('between', {
            count: spread.sources,
            lowest: formatMoney(spread.lowest),
            highest: formatMoney(spread.highest),
          })}
        </Fact>
      )}
      {move === null ? null : (
        <Fact name={t('move')}>{t('moved', { from: formatMoney(move.from), at: formatDate(move.at) })}</Fact>
      )}
      {held_since === null ? null : <Fact name={t('held')}>{t('heldSince', { at: formatDateTime(held_since) })}</Fact>}
    </FactList>
  )
}
