// A small card with the result of a game whose page was left: what was won, to sell or keep, or that an upgrade did not succeed.
import { useStore } from '@nanostores/react'
import { type ReactElement, Suspense, use, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Language } from '../../../game/base/language.ts'
import { displayName } from '../../../game/catalogue/display-name.ts'
import { formatMoney } from '../../../i18n/format.ts'
import type { OwnedItem } from '../../../protocol/inventory.ts'
import { $missed, dismissMissed, type MissedResults } from '../../../stores/games/missed-results.ts'
import { sellItem } from '../../../stores/inventory/item-sale.ts'
import { useSale } from '../../inventory/use-sale.ts'
import { lateTexts } from '../../late-texts.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { singleClick } from '../../ui/controls/single-click.ts'
import { ItemPicture } from '../../ui/items/ItemPicture.tsx'
import { CornerCard } from '../../ui/messages/CornerCard.tsx'
import { Price } from '../../ui/money/Price.tsx'

export function MissedNotice(): ReactElement {
  const missed = useStore($missed)
  return (
    // The status is on the page before its words are: screen readers announce what comes into it.
    <div role="status">
      {missed === null ? null : (
        <Suspense>
          <Notice {...missed} />
        </Suspense>
      )}
    </div>
  )
}

function Notice({ won, lost }: MissedResults): ReactElement {
  const { i18n } = useTranslation('missed')
  use(lateTexts(i18n, 'missed'))
  const [first, ...others] = won
  if (first === undefined) return <LostUpgrade />
  return others.length === 0 ? <OneItem item={first} lost={lost} /> : <ManyItems items={won} lost={lost} />
}

function LostUpgrade(): ReactElement {
  const { t } = useTranslation(['missed', 'common'])
  return (
    <CornerCard isOnTop ways={<Button onClick={dismissMissed}>{t('close')}</Button>}>
      <p className="corner-card-name">{t('lost')}</p>
      <p className="corner-card-note">{t('why')}</p>
    </CornerCard>
  )
}

function OneItem({ item, lost }: { item: OwnedItem; lost: boolean }): ReactElement {
  const { t, i18n } = useTranslation(['missed', 'common'])
  const settle = useSale()
  const picture = useRef<HTMLSpanElement>(null)
  const [isSelling, setSelling] = useState(false)
  const { weapon, finish } = displayName(item.item, i18n.language as Language)

  const sell = async (): Promise<void> => {
    const sale = sellItem(item.id, item.price, (state) => {
      setSelling(state === 'selling')
      if (state === 'sold' || state === 'gone') dismissMissed()
    })
    await settle(sale, picture.current)
  }

  return (
    <CornerCard
      isOnTop
      rarity={item.item.rarity}
      picture={
        <span ref={picture}>
          <ItemPicture item={item.item} size="s" lazy={false} />
        </span>
      }
      ways={
        <>
          <Button icon="sell" loading={isSelling} onClick={singleClick(() => void sell())}>
            {t('sell', { price: formatMoney(item.price) })}
          </Button>
          <Button tone="ghost" disabled={isSelling} onClick={dismissMissed}>
            {t('common:actions.keep')}
          </Button>
        </>
      }
    >
      <p className="corner-card-title">{t('wonOne')}</p>
      <p className="corner-card-name">
        <span>{weapon}</span> <strong>{finish}</strong>
      </p>
      <p className="corner-card-note">{lost ? t('lostToo') : t('why')}</p>
    </CornerCard>
  )
}

function ManyItems({ items, lost }: { items: readonly OwnedItem[]; lost: boolean }): ReactElement {
  const { t } = useTranslation(['missed', 'common'])
  const [best] = items
  const sum = items.reduce((total, { price }) => total + price, 0)
  return (
    <CornerCard
      isOnTop
      rarity={best?.item.rarity ?? ''}
      picture={best === undefined ? null : <ItemPicture item={best.item} size="s" lazy={false} />}
      ways={
        <>
          <Button href="/dashboard" onClick={dismissMissed}>
            {t('inventory')}
          </Button>
          <Button tone="ghost" onClick={dismissMissed}>
            {t('common:actions.keep')}
          </Button>
        </>
      }
    >
      <p className="corner-card-title">{t('won', { count: items.length })}</p>
      <p className="corner-card-name" data-plain="">
        <strong>
          <Price cents={sum} />
        </strong>
      </p>
      <p className="corner-card-note">{lost ? t('lostToo') : t('why')}</p>
    </CornerCard>
  )
}
