// The facts of a price: source, age, spread, last change, and that it is held.
import { type ReactElement, use, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Language } from '../../game/base/language.ts'
import { wornItemName } from '../../game/catalogue/display-name.ts'
import type { ItemView } from '../../protocol/common.ts'
import type { ItemPrice } from '../../protocol/item-price.ts'
import { loadItemPrice } from '../../stores/inventory/item-price.ts'
import { lateTexts } from '../late-texts.ts'
import { Choice } from './Filters.tsx'
import { PriceFactList } from './PriceFactList.tsx'
import styles from './price-details.module.css'

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
            options={items.map((each) => ({ value: each.id, label: wornItemName(each, language) }))}
            value={item.id}
            onChange={setChosen}
          />
        </div>
      )}
      <FactsOf itemId={item.id} />
    </>
  )
}

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
