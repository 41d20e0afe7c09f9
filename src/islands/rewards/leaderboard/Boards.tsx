// The boards of one period and their prizes, rendered on the server and without a script.
import type { ReactElement, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Language } from '../../../game/base/language.ts'
import { formatCount, formatDate, formatMoney, formatMultiplier } from '../../../i18n/format.ts'
import type { BoardsView, Leader, LeaderWinner, PeriodBoards } from '../../../protocol/leaderboard.ts'
import { island } from '../../island.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { EmptyState } from '../../ui/messages/EmptyState.tsx'
import type { Elements } from '../../ui/own-element.tsx'
import { Avatar } from '../../ui/players/Avatar.tsx'
import styles from './boards.module.css'

interface PeriodProps {
  readonly boards: PeriodBoards
  readonly rules: BoardsView['rules']
}

function PeriodView({ boards, rules }: PeriodProps): ReactElement {
  const { t, i18n } = useTranslation('leaderboard')
  const language = i18n.language as Language
  const { period, points, multiplier, prizes } = boards
  return (
    <div className={styles.boards}>
      <Board
        id={`points-${period}`}
        icon="leaderboard"
        title={t('points.title')}
        text={t('points.text', { most: formatCount(rules.day_most, language) })}
        rows={points}
        detail={({ value }) => (
          <strong>{t('points.value', { count: value, shown: formatCount(value, language) })}</strong>
        )}
      >
        <Prizes prizes={prizes} />
      </Board>
      <Board
        id={`multiplier-${period}`}
        icon="upgrade"
        title={t('multiplier.title')}
        text={t('multiplier.text', { least: formatMoney(rules.least_stake) })}
        rows={multiplier}
        detail={({ value, won, cost, proof }) => (
          <a href={proof} title={t('proof')}>
            <strong>{formatMultiplier(value, language)}</strong>
            <small>{t('result', { won: formatMoney(won), cost: formatMoney(cost) })}</small>
            <Icon name="shield" size={20} />
          </a>
        )}
      />
    </div>
  )
}

interface BoardProps<Row extends Leader> {
  readonly id: string
  readonly icon: string
  readonly title: string
  readonly text: string
  readonly rows: readonly Row[]
  readonly detail: (row: Row) => ReactNode
  readonly children?: Elements
}

function Board<Row extends Leader>({ id, icon, title, text, rows, detail, children }: BoardProps<Row>): ReactElement {
  const { t } = useTranslation('leaderboard')
  return (
    <section className={styles.board} aria-labelledby={id}>
      <h2 id={id}>
        <Icon name={icon} />
        {title}
      </h2>
      <p className={styles.text}>{text}</p>
      {children}
      {rows.length === 0 ? (
        <div className={styles.none}>
          <EmptyState icon={icon} text={t('none')} size="line" />
        </div>
      ) : (
        <ol className={styles.rows}>
          {rows.map((row) => (
            <li key={row.place} data-place={row.place}>
              <span className={styles.place}>
                <span className="unseen">{t('place')} </span>
                {row.place}
              </span>
              <Player player={row.player} />
              <span className={styles.value}>{detail(row)}</span>
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}

function Player({ player }: { player: Leader['player'] }): ReactElement {
  const { t } = useTranslation('leaderboard')
  const { id, username, avatar, lvl } = player
  return (
    <span className={styles.player}>
      <Avatar src={avatar} name="" level={lvl} size={36} />
      {username === null ? <span>{t('winners.hidden')}</span> : <a href={`/user/${id}`}>{username}</a>}
    </span>
  )
}

function Prizes({ prizes }: Pick<PeriodBoards, 'prizes'>): ReactElement {
  const { t, i18n } = useTranslation('leaderboard')
  if (prizes.length === 0) return <p className={styles.text}>{t('prizes.none')}</p>
  return (
    <dl className={styles.prizes} aria-label={t('prizes.title')}>
      {prizes.map(({ prize, points }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a place is its key
        <div key={at}>
          <dt>{t('prizes.place', { place: at + 1 })}</dt>
          <dd>{formatMoney(prize)}</dd>
          <dd>{t('prizes.needs', { points: formatCount(points, i18n.language as Language) })}</dd>
        </div>
      ))}
    </dl>
  )
}

function WinnersView({ winners }: { winners: readonly LeaderWinner[] }): ReactElement {
  const { t, i18n } = useTranslation('leaderboard')
  return (
    <section className={styles.winners} aria-labelledby="winners">
      <h2 id="winners">{t('winners.title')}</h2>
      {winners.length === 0 ? (
        <div className={styles.none}>
          <EmptyState icon="leaderboard" text={t('winners.none')} size="line" />
        </div>
      ) : (
        <ul className={styles.rows}>
          {winners.map(({ period, day, place, prize, points, player }) => (
            <li key={`${period} ${day} ${place}`}>
              <Player player={player} />
              <span className={styles.of}>
                {t(`winners.of.${period}`, { date: formatDate(Date.parse(day)) })}, {t('winners.place', { place })}
              </span>
              <span className={styles.value}>
                <strong>{formatMoney(prize)}</strong>
                <small>
                  {t('points.value', { count: points, shown: formatCount(points, i18n.language as Language) })}
                </small>
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

export const LeaderPeriodBoards = island(PeriodView)

export const LeaderWinners = island(WinnersView)
