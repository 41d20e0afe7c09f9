// What happens on a seat: a free place that can be taken, a player who is ready, the reel of a round, and what the seat gets.
import { type ReactElement, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Language } from '../../../game/base/language.ts'
import { displayName } from '../../../game/catalogue/display-name.ts'
import { formatMoney } from '../../../i18n/format.ts'
import type { BattleCard } from '../../../protocol/battle.ts'
import type { ItemView } from '../../../protocol/common.ts'
import { seatPrice } from '../../../stores/battles/battle-join.ts'
import { isCalm } from '../../../stores/kernel/preferences.ts'
import { Lane } from '../../games/reel/Lane.tsx'
import type { ReelPlan } from '../../games/reel/reel.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { singleClick } from '../../ui/controls/single-click.ts'
import { Icon } from '../../ui/Icon.tsx'
import { ItemPicture } from '../../ui/items/ItemPicture.tsx'
import { CountUp } from '../../ui/money/CountUp.tsx'
import { Price } from '../../ui/money/Price.tsx'
import { Profit } from '../../ui/money/Profit.tsx'
import type { ArenaSeat, ShownDrop, Winnings } from '../parts/arena.ts'
import styles from './seat-place.module.css'
import { reelTime } from './use-reels.ts'

interface FreePlaceProps {
  readonly battle: Pick<BattleCard, 'price' | 'fund'>
  readonly slot: number
  /** Whether the player may take it: not in a second seat, and not before the battle is read. */
  readonly canJoin: boolean
  readonly canAddBot: boolean
  readonly isAddingBot: boolean
  onJoin(slot: number): void
  onAddBot(slot: number): void
}

/** Renders a free seat with what can be done with it. */
export function FreePlace(props: FreePlaceProps): ReactElement {
  const { battle, slot, canJoin, canAddBot, isAddingBot, onJoin, onAddBot } = props
  const { t } = useTranslation('battle')
  const price = seatPrice(battle, 100)
  return (
    <div className={styles.free}>
      {canJoin && (
        <>
          <Button
            tone="signal"
            className={styles.button}
            aria-haspopup="dialog"
            onClick={singleClick(() => onJoin(slot))}
          >
            <span>{price === 0 ? t('joinFree') : t('join', { price: formatMoney(price) })}</span>
            <span className="unseen">{t('atSeat', { slot })}</span>
          </Button>
          {price > 0 && <span className={styles.hint}>{t('part')}</span>}
        </>
      )}
      {canAddBot && (
        <Button icon="bot" className={styles.button} loading={isAddingBot} onClick={singleClick(() => onAddBot(slot))}>
          <span>{t('bot')}</span>
          <span className="unseen">{t('atSeat', { slot })}</span>
        </Button>
      )}
      {!canJoin && !canAddBot && <span className={styles.waiting} />}
    </div>
  )
}

/** Renders a taken seat before the first round. */
export function ReadyPlace(): ReactElement {
  const { t } = useTranslation('battle')
  return (
    <div className={styles.ready}>
      <span className={styles.check}>
        <Icon name="check" size={24} />
      </span>
      {t('ready')}
    </div>
  )
}

interface ReelPlaceProps {
  readonly slot: number
  readonly plan: ReelPlan
  readonly drop: ShownDrop
  /** The picture of the case, shown while the reels run where motion is reduced. */
  readonly image: string
  readonly round: number
  readonly isLanded: boolean
  readonly durationMs: number
}

/** Renders the reel of a round, and below it the item that it stopped at. */
export function ReelPlace(props: ReelPlaceProps): ReactElement {
  const { slot, plan, drop, image, round, isLanded, durationMs } = props
  const { item, priceCents } = drop.entry
  // Late visitors see the reel at its current place.
  const [startedMs] = useState(() => reelTime(round))
  return (
    <div className={styles.reel}>
      <div className={styles.lane} aria-hidden="true">
        {isCalm() ? (
          <StillReel drop={drop} image={image} isLanded={isLanded} />
        ) : (
          <Lane plan={plan} won={item} single={false} durationMs={durationMs} startedMs={startedMs} turn={slot - 1} />
        )}
      </div>
      <Caption item={item} cents={priceCents} isShown={isLanded} />
    </div>
  )
}

function StillReel({ drop, image, isLanded }: Pick<ReelPlaceProps, 'drop' | 'image' | 'isLanded'>): ReactElement {
  if (!isLanded) {
    return <img className={styles.crate} src={`/assets/img/cases/${image}`} alt="" width="160" height="160" />
  }
  return (
    <div className={styles.still} data-rarity={drop.entry.item.rarity}>
      <ItemPicture item={drop.entry.item} size="m" lazy={false} />
    </div>
  )
}

interface CaptionProps {
  readonly item: ShownDrop['entry']['item']
  readonly cents: number
  readonly isShown: boolean
}

/** Names the item of the round. Screen readers hear it with those of the other seats (Announcer.tsx). */
function Caption({ item, cents, isShown }: CaptionProps): ReactElement {
  const { i18n } = useTranslation()
  const { weapon, finish } = displayName(item, i18n.language as Language)
  return (
    <p className={styles.caption} data-rarity={item.rarity} data-shown={isShown || undefined} aria-hidden="true">
      <span className={styles.weapon}>{weapon}</span>
      <span className={styles.finish}>{finish}</span>
      <Price cents={cents} className={styles.price} />
    </p>
  )
}

interface WonPlaceProps {
  readonly seat: ArenaSeat
  readonly gets: Winnings
  /** Whether every seat gets the same, so that none of them wins. */
  readonly isShared: boolean
  /** The most expensive items that the seat won; none where it gets money. */
  readonly best: readonly ItemView[]
}

/** Renders what a winning seat gets at the end. */
export function WonPlace({ seat, gets, isShared, best }: WonPlaceProps): ReactElement {
  const { t } = useTranslation('battle')
  return (
    <div className={styles.won}>
      <span className={styles.label}>{t(isShared ? 'gets' : 'won')}</span>
      <CountUp cents={gets.cents} tier={gets.tier} className={styles.amount} />
      <span className={styles.profit}>
        <Profit won={gets.cents} paid={gets.paidCents} />
      </span>
      {(seat.seat?.percent ?? 0) < 100 && (
        <span className={styles.hint}>
          {t('ofSeat', { percent: seat.seat?.percent, price: formatMoney(gets.seatCents) })}
        </span>
      )}
      <Best items={best} />
    </div>
  )
}

/** Renders a seat that gets nothing, with the most expensive items that it drew. */
export function LostPlace({ best }: { readonly best: readonly ItemView[] }): ReactElement {
  const { t } = useTranslation('battle')
  return (
    <div className={styles.lost}>
      {t('lost')}
      <Best items={best} />
    </div>
  )
}

function Best({ items }: { readonly items: readonly ItemView[] }): ReactElement | null {
  if (items.length === 0) return null
  return (
    <div className={styles.best} aria-hidden="true">
      {items.map((item, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same item may be there twice
        <span key={place} data-rarity={item.rarity}>
          <ItemPicture item={item} size="s" lazy={false} />
        </span>
      ))}
    </div>
  )
}
