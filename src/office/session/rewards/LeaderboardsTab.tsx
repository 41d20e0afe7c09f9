// The leaderboards: prizes of places, and what counts.
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import { LEADER_PERIODS, type LeaderPeriod } from '../../../game/rewards/rewards.ts'
import { Button } from '../../parts/Button.tsx'
import { Card } from '../../parts/Card.tsx'
import { plainMoney } from '../../parts/plain.ts'
import { NumberField } from '../items/NumberField.tsx'
import { useFaultWords } from './bound-words.ts'
import type { EditorProps } from './editor-props.ts'
import { amountOf, countIn } from './numbers.ts'
import { RowActs } from './RowActs.tsx'
import styles from './rewards.module.css'

/** The most places that have a prize (server/catalogue/records.ts). */
const PLACES_MOST = 10
const FIRST_PRIZE = 10
const HOURS = countIn(0, 720)

function Prizes({ period, record, bounds, locked, onChange }: EditorProps & { period: LeaderPeriod }): ReactElement {
  const { t } = useTranslation('officeRewardEditor')
  const faultOf = useFaultWords(bounds)
  const { leaderboard } = record
  const prizes = leaderboard.prizes[period]
  const set = (next: readonly number[]): void =>
    onChange({ ...record, leaderboard: { ...leaderboard, prizes: { ...leaderboard.prizes, [period]: next } } })
  const title = t(`leaders.${period}`)
  const isFull = prizes.length >= PLACES_MOST ? t('leaders.most', { most: PLACES_MOST }) : undefined
  return (
    <Card
      title={title}
      aside={
        <Button
          icon="plus"
          disabledReason={locked ?? isFull}
          aria-label={t('leaders.add-to', { title })}
          onClick={() => set([...prizes, prizes.at(-1) ?? FIRST_PRIZE])}
        >
          {t('leaders.add')}
        </Button>
      }
    >
      {prizes.length === 0 ? <p className={styles.quiet}>{t('leaders.none')}</p> : null}
      <ol className={styles.rows}>
        {prizes.map((prize, at) => {
          const name = t('leaders.place', { title, number: at + 1 })
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: places are known by their number
            <li key={at} className={styles.place}>
              <NumberField
                label={t('leaders.prize', { number: at + 1 })}
                {...hintOf(faultOf('leaderboard', 'prizes', period, at))}
                value={plainMoney(prize)}
                read={amountOf}
                readOnly={locked !== undefined}
                onChange={(next) => set(prizes.with(at, next))}
              />
              <RowActs
                name={name}
                at={at}
                count={prizes.length}
                locked={locked}
                onRemove={() => set(prizes.toSpliced(at, 1))}
              />
            </li>
          )
        })}
      </ol>
    </Card>
  )
}

const hintOf = (hint: string | undefined): { hint?: string } => (hint === undefined ? {} : { hint })

export function LeaderboardsTab(props: EditorProps): ReactElement {
  const { record, bounds, locked, onChange } = props
  const { t } = useTranslation('officeRewardEditor')
  const faultOf = useFaultWords(bounds)
  const { leaderboard } = record
  const set = (change: Partial<typeof leaderboard>): void =>
    onChange({ ...record, leaderboard: { ...leaderboard, ...change } })
  const readOnly = locked !== undefined
  return (
    <>
      <Card title={t('leaders.title')}>
        <NumberField
          label={t('leaders.day-most')}
          hint={t('leaders.day-most-hint')}
          value={plainMoney(leaderboard.dayMost)}
          read={amountOf}
          readOnly={readOnly}
          onChange={(dayMost) => set({ dayMost })}
        />
        <NumberField
          label={t('leaders.least-stake')}
          hint={faultOf('leaderboard', 'leastStake') ?? t('leaders.least-stake-hint')}
          value={plainMoney(leaderboard.leastStake)}
          read={amountOf}
          readOnly={readOnly}
          onChange={(leastStake) => set({ leastStake })}
        />
        <NumberField
          label={t('leaders.hold')}
          hint={t('leaders.hold-hint')}
          value={String(leaderboard.holdHours)}
          read={HOURS}
          readOnly={readOnly}
          onChange={(holdHours) => set({ holdHours })}
        />
      </Card>
      {LEADER_PERIODS.map((period) => (
        <Prizes key={period} period={period} {...props} />
      ))}
    </>
  )
}
