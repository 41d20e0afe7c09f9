// The results of a battle below its stage: of each seat what it drew and gets, its items round by round, and where the winnings are.
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import type { Language } from '../../../game/base/language.ts'
import { itemName } from '../../../game/catalogue/display-name.ts'
import { formatMoney } from '../../../i18n/format.ts'
import type { BattleView } from '../../../protocol/battle.ts'
import type { DrawnContents } from '../../../stores/battles/battle-draw.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { ItemCard } from '../../ui/items/ItemCard.tsx'
import { Alert } from '../../ui/messages/Alert.tsx'
import { Price } from '../../ui/money/Price.tsx'
import { Profit } from '../../ui/money/Profit.tsx'
import type { Arena, ArenaSeat } from '../parts/arena.ts'
import { SeatAvatar } from '../parts/SeatAvatar.tsx'
import { useNames } from '../parts/use-names.ts'
import styles from './results.module.css'

interface ResultsProps {
  readonly battle: BattleView
  readonly arena: Arena
  readonly drawn: DrawnContents
}

/** Renders the seats: that of the page's player first, then those that get most. */
export function Results({ battle, arena, drawn }: ResultsProps): ReactElement {
  const { t } = useTranslation('battle')
  const seats = arena.sides
    .flatMap((side) => side.seats)
    .sort(
      (a, b) =>
        Number(b.seat?.own ?? false) - Number(a.seat?.own ?? false) ||
        (b.gets?.cents ?? 0) - (a.gets?.cents ?? 0) ||
        b.sumCents - a.sumCents,
    )
  const own = seats.find(({ seat }) => seat?.own)
  return (
    <section className={styles.results} aria-label={t('result.title')}>
      <h2>{t('result.title')}</h2>
      {own !== undefined && <Winnings battle={battle} own={own} drawn={drawn} />}
      <ol className={styles.seats}>
        {seats.map((seat) => (
          <SeatResult key={seat.slot} seat={seat} isWinner={drawn.result.winners.includes(seat.slot)} />
        ))}
      </ol>
    </section>
  )
}

/** Says where the winnings of the page's player are, or will be when the show ends for all. */
function Winnings({
  battle,
  own,
  drawn,
}: Pick<ResultsProps, 'battle' | 'drawn'> & { own: ArenaSeat }): ReactElement | null {
  const { t } = useTranslation('battle')
  const cents = own.gets?.cents ?? 0
  if (cents === 0) return null
  const isPaid = battle.state === 'settled'
  const areItems = drawn.result.givesItems && own.seat?.percent === 100
  const price = formatMoney(cents)
  const words = areItems
    ? t(isPaid ? 'result.toInventory' : 'result.inventoryLater')
    : t(isPaid ? 'result.toBalance' : 'result.balanceLater', { price })
  return (
    <p className={styles.where} role="status">
      <Icon name={isPaid ? 'check' : 'clock'} />
      <span>{words}</span>
      {areItems && isPaid && <Button href="/dashboard">{t('result.inventory')}</Button>}
    </p>
  )
}

function SeatResult({ seat, isWinner }: { readonly seat: ArenaSeat; readonly isWinner: boolean }): ReactElement {
  const { t, i18n } = useTranslation('battle')
  const { nameOf } = useNames()
  const language = i18n.language as Language
  const name = nameOf(seat.seat)
  const { gets, drops } = seat
  return (
    <li className={styles.seat} data-winner={isWinner || undefined}>
      <div className={styles.player}>
        <SeatAvatar seat={seat.seat} size={36} isNamed isWinner={isWinner} />
        <span className={styles.name}>{name}</span>
      </div>
      <dl className={styles.sums}>
        <div>
          <dt>{t('result.drew')}</dt>
          <dd>
            <Price cents={seat.sumCents} />
          </dd>
        </div>
        <div>
          <dt>{t('result.paid')}</dt>
          <dd>
            <Price cents={gets?.paidCents ?? 0} />
          </dd>
        </div>
        <div data-main="">
          <dt>{t('result.gets')}</dt>
          <dd>
            <Price cents={gets?.cents ?? 0} />
            {gets !== null && <Profit won={gets.cents} paid={gets.paidCents} />}
          </dd>
        </div>
      </dl>
      <ol
        className={styles.items}
        aria-label={t('result.items', { name })}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard
        tabIndex={0}
      >
        {drops.map(({ entry }, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the number of the round
          <li key={place} title={`${t('result.round', { round: place + 1 })}: ${itemName(entry.item, language)}`}>
            <ItemCard item={entry.item} price={entry.priceCents} size="s" className={styles.item} />
          </li>
        ))}
      </ol>
    </li>
  )
}

/** Says that this browser could not compute the result, and where it can be looked up. */
export function NotDrawn({ battle, onRetry }: { readonly battle: BattleView; onRetry(): void }): ReactElement {
  const { t } = useTranslation(['battle', 'common'])
  return (
    <Alert tone="warn" text={t('notDrawn.text')}>
      <Button icon="refresh" onClick={onRetry}>
        {t('actions.retry', { ns: 'common' })}
      </Button>
      <Button href={`/fairness?battle=${battle.id}`}>{t('notDrawn.check')}</Button>
    </Alert>
  )
}
