// The reward of a mission as a picture and as text; after the claim, what was won.
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import type { Language } from '../../../game/base/language.ts'
import { displayName } from '../../../game/catalogue/display-name.ts'
import { formatMoney } from '../../../i18n/format.ts'
import type { PrizeView } from '../../../protocol/prize.ts'
import type { Reward } from '../../../stores/rewards/missions.ts'
import { ItemPicture } from '../../ui/items/ItemPicture.tsx'
import { smallCrate } from '../../ui/items/small-crate.ts'
import { CountUp } from '../../ui/money/CountUp.tsx'
import styles from './reward.module.css'

interface RewardProps {
  readonly prize: PrizeView
  /** What was won; null before the claim. */
  readonly reward: Reward | null
}

/** Returns what to show: the item of an opened case instead of the case. */
function shownOf({ prize, reward }: RewardProps): PrizeView {
  const drop = reward?.drop ?? null
  return drop === null ? prize : { kind: 'item', item: drop.item, price: drop.price }
}

export function RewardPicture(props: RewardProps): ReactElement {
  const shown = shownOf(props)
  return (
    <div
      className={styles.picture}
      data-rarity={shown.kind === 'item' ? shown.item.rarity : undefined}
      data-new={props.reward === null ? undefined : ''}
      aria-hidden="true"
    >
      <Picture key={shown.kind} prize={shown} />
    </div>
  )
}

function Picture({ prize }: { prize: PrizeView }): ReactElement | null {
  switch (prize.kind) {
    case 'nothing':
      return null
    case 'balance':
      return <span className={styles.amount}>{formatMoney(prize.amount)}</span>
    case 'item':
      return <ItemPicture item={prize.item} size="s" lazy={false} />
    case 'case':
      return (
        <img
          className={styles.crate}
          src={smallCrate(prize.case.url, prize.case.image)}
          alt=""
          width="96"
          height="96"
        />
      )
  }
}

export function RewardWords(props: RewardProps): ReactElement | null {
  const { t, i18n } = useTranslation('missions')
  const language = i18n.language as Language
  const prize = shownOf(props)
  const isNew = props.reward !== null
  switch (prize.kind) {
    case 'nothing':
      return null
    case 'balance':
      return (
        <p className={styles.words}>
          <span className={styles.label}>{t('reward.label')}</span>
          <span className={styles.name}>
            {isNew ? <CountUp cents={prize.amount} /> : <span className="price">{formatMoney(prize.amount)}</span>}
          </span>
          <span>{t('reward.balance')}</span>
        </p>
      )
    case 'item': {
      const { weapon, finish } = displayName(prize.item, language)
      const name = weapon === '' ? finish : `${weapon} | ${finish}`
      return (
        <p className={styles.words} data-rarity={prize.item.rarity}>
          <span className={styles.label}>{isNew ? t('won.title') : t('reward.label')}</span>
          <span className={styles.name} data-item="">
            {name}
          </span>
          {isNew ? (
            <CountUp cents={prize.price} />
          ) : (
            <span>{t('reward.price', { price: formatMoney(prize.price) })}</span>
          )}
        </p>
      )
    }
    case 'case':
      return (
        <p className={styles.words}>
          <span className={styles.label}>{t('reward.label')}</span>
          <a className={styles.name} href={`/case/${prize.case.url}`}>
            {prize.case.name[language]}
          </a>
          <span>{t('reward.case')}</span>
        </p>
      )
  }
}
