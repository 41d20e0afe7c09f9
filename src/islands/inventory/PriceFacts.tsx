// The facts of a price: source, age, spread, last change, and that it is held.
import { type ReactElement, use, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Language } from '../../game/language.ts'
import { formatDate, formatDateTime, formatMoney } from '../../i18n/format.ts'
import { spanWords } from '../../i18n/wait-words.ts'
import type { ItemView } from '../../protocol/common.ts'
import type { ItemPrice } from '../../protocol/item-price.ts'
import { loadItemPrice } from '../../stores/inventory/item-price.ts'
import { lateTexts } from '../late-texts.ts'
import { Fact, FactList } from '../ui/Fact.tsx'
import { itemName } from '../ui/items/display-name.ts'
import { Choice } from './Filters.tsx'
import styles from './price-details.module.css'

const MINUTE_MS = 60_000

type State =
  | { readonly status: 'loading' | 'failed' }
  | { readonly status: 'ready'; readonly price: ItemPrice | null; readonly readMs: number }

interface PriceFactsProps {
  /** At least one. */
  readonly items: readonly ItemView[]
}

/** Shows the facts of one of the items. */
export function PriceFacts({ items }: PriceFactsProps): ReactElement | null {
  const { t, i18n } = useTranslation('price')
  use(lateTexts(i18n, 'price'))
  // The words of spans of time.
  use(lateTexts(i18n, 'waiting'))
  const [chosen, setChosen] = useState<string | null>(null)
  const item = items.find(({ id }) => id === chosen) ?? items[0]
  if (item === undefined) return null
  const language = i18n.language as Language
  return (
    <>
      {items.length === 1 ? null : (
        <div className={styles.choice}>
          <Choice
            label={t('item')}
            icon="search"
            options={items.map((each) => ({ value: each.id, label: optionName(each, language) }))}
            value={item.id}
            onChange={setChosen}
          />
        </div>
      )}
      <FactsOf itemId={item.id} />
    </>
  )
}

const optionName = (item: ItemView, language: Language): string =>
  item.wear === null ? itemName(item, language) : `${itemName(item, language)} (${item.wear})`

function FactsOf({ itemId }: { readonly itemId: string }): ReactElement {
  const { t } = useTranslation('price')
  const [state, setState] = useState<State>({ status: 'loading' })
  useEffect(() => {
    let isGone = false
    setState({ status: 'loading' })
    loadItemPrice(itemId).then(
      (price) => {
        if (!isGone) setState({ status: 'ready', price, readMs: Date.now() })
      },
      (fault: unknown) => {
        console.error('What a price rests on could not be read', fault)
        if (!isGone) setState({ status: 'failed' })
      },
    )
    return () => {
      isGone = true
    }
  }, [itemId])
  if (state.status !== 'ready') return <p role="status">{t(state.status)}</p>
  if (state.price === null) return <p>{t('gone')}</p>
  return <PriceFactList price={state.price} nowMs={state.readMs} />
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
        {shipped && at !== null ? t('shipped', { date: formatDate(at) }) : (source ?? t('unknown'))}
      </Fact>
      {shipped && source !== null ? <Fact name={t('origin')}>{source}</Fact> : null}
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
