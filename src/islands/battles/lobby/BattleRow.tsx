// One battle of the lobby: how it is played, its cases, its seats, what a seat costs or what was won, and how to join or watch it.
import { memo, type ReactElement, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { BATTLE_FORMATS } from '../../../game/battles/battle.ts'
import { formatDateTime, formatMoney } from '../../../i18n/format.ts'
import type { BattleCard } from '../../../protocol/battle.ts'
import { seatPrice } from '../../../stores/battles/battle-join.ts'
import { loadBattles } from '../../../stores/battles/battles.ts'
import { useIsOff } from '../../games/parts/use-is-off.ts'
import { Countdown } from '../../ui/Countdown.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Price } from '../../ui/money/Price.tsx'
import { CrateStrip } from '../parts/CrateStrip.tsx'
import type { WantedSeat } from '../parts/JoinDialog.tsx'
import { ModeName } from '../parts/ModeName.tsx'
import { replayPath } from '../parts/replay-path.ts'
import styles from './battle-row.module.css'
import { currentRound, progressWords } from './progress.ts'
import { RowSeats } from './RowSeats.tsx'

interface BattleRowProps {
  readonly battle: BattleCard
  /** The server's time, in milliseconds since 1970; 0 where it does not matter: a row is rendered again when it changes. */
  readonly nowMs: number
  onJoin(seat: WantedSeat): void
}

export const BattleRow = memo(function BattleRow({ battle, nowMs, onJoin }: BattleRowProps): ReactElement {
  const { t } = useTranslation('battles')
  const id = useId()
  const isOwn = battle.seats.some(({ own }) => own)
  const isOff = useIsOff('battle')
  const join = battle.state === 'open' && !isOwn && !isOff ? (slot: number): void => onJoin({ battle, slot }) : null
  return (
    <article className={styles.battle} aria-labelledby={id} data-own={isOwn || undefined}>
      <h3 id={id} className={styles.mode}>
        <ModeName mode={battle.mode} crazy={battle.crazy} size={24} />
        <span className="unseen">{t('number', { number: battle.number })}</span>
      </h3>
      <Terms battle={battle} />
      <CrateStrip
        className={styles.strip}
        rounds={battle.rounds}
        current={battle.state === 'drawn' ? currentRound(battle, nowMs) : undefined}
      />
      <RowSeats battle={battle} onJoin={join} />
      <Sum battle={battle} />
      <p className={styles.progress}>
        <Progress battle={battle} nowMs={nowMs} />
      </p>
      <Actions battle={battle} isOwn={isOwn} onJoin={join} />
    </article>
  )
})

/** Shows how long a battle is open, what happens in it, or when it was. */
function Progress({ battle, nowMs }: Pick<BattleRowProps, 'battle' | 'nowMs'>): ReactElement {
  const { t } = useTranslation('battles')
  const { state, expiresAt, finishedAt } = battle
  if (state === 'open') {
    return (
      <>
        <span className="unseen">{t('closes')} </span>
        <Icon name="clock" size={14} />
        <Countdown untilMs={expiresAt} onEnd={() => void loadBattles()} />
      </>
    )
  }
  if (state !== 'settled' || finishedAt === null) return <span>{progressWords(t, battle, nowMs)}</span>
  return <time dateTime={new Date(finishedAt).toISOString()}>{formatDateTime(finishedAt)}</time>
}

function Terms({
  battle: { format, rounds, fast, isPrivate, price, result },
}: Pick<BattleRowProps, 'battle'>): ReactElement {
  const { t } = useTranslation(['battles', 'battleParts'])
  return (
    <p className={styles.terms}>
      <span>{format}</span>
      <span>{t('battleParts:rounds', { count: rounds.length })}</span>
      {result === null ? null : <Price cents={price} />}
      {fast ? <Icon name="quick" size={16} label={t('fast')} /> : null}
      {isPrivate ? <Icon name="lock" size={16} label={t('battleParts:private')} /> : null}
    </p>
  )
}

/** Shows the price of a seat, and of a battle that is over what all seats drew. */
function Sum({ battle: { price, result } }: Pick<BattleRowProps, 'battle'>): ReactElement {
  const { t } = useTranslation(['battles', 'battleParts'])
  return (
    <p className={styles.sum}>
      <Price cents={result?.pot ?? price} className={styles.amount} />
      {result === null ? <span className={styles.seat}>{t('perSeat')}</span> : <span>{t('battleParts:pot')}</span>}
    </p>
  )
}

interface ActionsProps extends Pick<BattleRowProps, 'battle'> {
  readonly isOwn: boolean
  /** Null where no seat can be joined. */
  readonly onJoin: ((slot: number) => void) | null
}

function Actions({ battle, isOwn, onJoin }: ActionsProps): ReactElement {
  const { t } = useTranslation('battles')
  const { id, state, format, seats, result } = battle
  const taken = new Set(seats.map(({ slot }) => slot))
  const free = Array.from({ length: BATTLE_FORMATS[format].seats }, (_, at) => at + 1).find((slot) => !taken.has(slot))
  const price = seatPrice(battle, 100)
  const path = result === null ? `/battles/${id}` : replayPath(id)
  return (
    <div className={styles.actions}>
      {onJoin === null || free === undefined ? null : (
        <Button className={styles.join} onClick={() => onJoin(free)}>
          {price === 0 ? t('joinFree') : t('join', { price: formatMoney(price) })}
        </Button>
      )}
      {isOwn && state === 'open' ? (
        <Button href={path}>{t('own')}</Button>
      ) : (
        <Button href={path} icon={result === null ? 'eye' : 'play'}>
          {result === null ? t('spectate') : t('replay')}
        </Button>
      )}
    </div>
  )
}
