// The seats of a battle as its lock has them, with their players, who are not part of the proof.
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import { BATTLE_FORMATS, type BattleFormat } from '../../../game/battles/battle.ts'
import type { SeatLine } from '../../../game/battles/proof-view.ts'
import type { BattleProofReply } from '../../../protocol/battle.ts'
import { SeatAvatar } from '../../battles/parts/SeatAvatar.tsx'
import { seatName } from '../../battles/parts/words.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Price } from '../../ui/money/Price.tsx'
import styles from './battle-proof.module.css'

type Player = BattleProofReply['players'][number]

interface SeatsProps {
  readonly format: BattleFormat
  readonly seats: readonly SeatLine[]
  readonly players: readonly Player[]
}

export function Seats({ format, seats, players }: SeatsProps): ReactElement {
  const { t } = useTranslation('battleProof')
  return (
    <section className={styles.part} aria-labelledby="seats-title">
      <h4 id="seats-title">{t('seats.title')}</h4>
      <ol className={styles.seats}>
        {seats.map((seat) => (
          <Seat
            key={seat.slot}
            seat={seat}
            player={players[seat.slot - 1]}
            isTeam={BATTLE_FORMATS[format].sideSize > 1}
          />
        ))}
      </ol>
    </section>
  )
}

interface SeatProps {
  readonly seat: SeatLine
  readonly player: Player | undefined
  readonly isTeam: boolean
}

function Seat({ seat, player, isTeam }: SeatProps): ReactElement {
  const { t } = useTranslation('battleProof')
  const { t: partText } = useTranslation(['battleParts', 'live'])
  const { slot, side, seed, percent, drewCents, getsCents, isWinner } = seat
  const shown = player === undefined ? null : { ...player, slot, seed, percent }
  return (
    <li className={styles.seat}>
      <SeatAvatar seat={shown} isNamed isWinner={isWinner} />
      <p className={styles.name}>{seatName(partText, shown)}</p>
      {isWinner && (
        <p className={styles.wins}>
          <Icon name="check" size={16} />
          {t('seats.winner')}
        </p>
      )}
      <p className={styles.place}>
        {partText('join.seat', { slot })}
        {isTeam && <span>{` · ${partText('team', { number: side })}`}</span>}
      </p>
      <SeatFacts seed={seed} drewCents={drewCents} getsCents={getsCents} />
    </li>
  )
}

function SeatFacts({ seed, drewCents, getsCents }: Pick<SeatLine, 'seed' | 'drewCents' | 'getsCents'>): ReactElement {
  const { t } = useTranslation(['battleProof', 'fairness'])
  return (
    <dl className={styles.facts}>
      <dt>{t('fairness:fact.clientSeed')}</dt>
      <dd>
        <code>{seed}</code>
      </dd>
      {drewCents !== null && (
        <>
          <dt>{t('seats.drew')}</dt>
          <dd>
            <Price cents={drewCents} />
          </dd>
        </>
      )}
      {getsCents !== null && (
        <>
          <dt>{t('seats.gets')}</dt>
          <dd>
            <Price cents={getsCents} />
          </dd>
        </>
      )}
    </dl>
  )
}
