// The week of the owner: one page that prints on paper.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { lazy, type ReactElement, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import type { Language } from '../../../game/base/language.ts'
import { addDays } from '../../../game/base/site-time.ts'
import { itemName } from '../../../game/catalogue/display-name.ts'
import { DRIFT_ERRORS, DRIFT_ROLLS, isDrifting, marginCents, shareOf } from '../../../game/office/figures.ts'
import { formatCount, formatMoney } from '../../../i18n/format.ts'
import type { WeekReply } from '../../../protocol/office/today.ts'
import { Button } from '../../parts/Button.tsx'
import { Moment } from '../../parts/Moment.tsx'
import { Money } from '../../parts/Plain.tsx'
import { type Column, Table } from '../../parts/Table.tsx'
import { api } from '../../session/api.ts'
import { Fault } from '../../session/Fault.tsx'
import { withTexts } from '../../session/language.ts'
import { changeText, comparedValue, figureText, periodText, shareText } from './figure-words.ts'
import { ReturnsTable } from './ReturnsTable.tsx'
import { Section } from './Section.tsx'
import styles from './today.module.css'
import { WaitingTable } from './WaitingTable.tsx'

/** The end of the page, with the names of switches. */
const WeekSwitches = lazy(
  withTexts(['officeSwitches'], async () => ({ default: (await import('./WeekSwitches.tsx')).WeekSwitches })),
)

const route = getRouteApi('/frame/today')

interface Line {
  readonly name: string
  readonly week: string
  readonly before: string
  readonly change: string | null
}

const FIGURES = ['deposited', 'refunded', 'staked', 'margin', 'gifts', 'referral', 'withdrawn', 'joined'] as const

/** The lines of the week beside the week before. */
function useLines({ total, totalBefore, players, playersBefore }: WeekReply): readonly Line[] {
  const { t, i18n } = useTranslation('officeToday')
  const language = i18n.language as Language
  const line = (name: string, now: number | null, was: number | null, text: (value: number) => string): Line => ({
    name,
    week: now === null ? '–' : text(now),
    before: was === null ? '–' : text(was),
    change: now === null ? null : changeText(now, was ?? undefined, language),
  })
  const cost = (figures: WeekReply['totalBefore']): number | null =>
    figures === null ? null : shareOf(figures.gifts + figures.referral, marginCents(figures.margin))
  const count = (value: number): string => formatCount(value, language)
  return [
    ...FIGURES.map((name) =>
      line(
        t(`figures.${name === 'gifts' ? 'own-gifts' : name}`),
        comparedValue(name, total[name]),
        totalBefore === null ? null : comparedValue(name, totalBefore[name]),
        (value) => (name === 'joined' ? count(value) : figureText('deposited', value, language)),
      ),
    ),
    line(t('week.active'), players?.active ?? null, playersBefore?.active ?? null, count),
    line(t('week.payers'), players?.payers ?? null, playersBefore?.payers ?? null, count),
    {
      name: t('week.cost'),
      week: shareText(cost(total), language),
      before: shareText(cost(totalBefore), language),
      change: null,
    },
  ]
}

function WeekFigures({ reply }: { reply: WeekReply }): ReactElement {
  const { t } = useTranslation('officeToday')
  const columns: readonly Column<Line>[] = [
    { id: 'name', header: t('week.figure'), cell: ({ row }) => row.original.name },
    { id: 'week', header: t('week.this'), cell: ({ row }) => row.original.week },
    { id: 'before', header: t('week.before'), cell: ({ row }) => row.original.before },
    { id: 'change', header: t('week.change'), cell: ({ row }) => row.original.change ?? '' },
  ]
  const numbers = ['week', 'before', 'change']
  const rows = useLines(reply)
  return <Table label={t('week.figures')} columns={columns} rows={rows} keyOf={({ name }) => name} numbers={numbers} />
}

function Drifting({ reply }: { reply: WeekReply }): ReactElement {
  const { t } = useTranslation('officeToday')
  const rows = reply.cases.filter(({ played }) => isDrifting(played))
  const games = reply.games.filter(({ played }) => isDrifting(played))
  return (
    <Section title={t('week.drifting')} hint={t('week.drifting-hint', { errors: DRIFT_ERRORS, rolls: DRIFT_ROLLS })}>
      {rows.length === 0 ? (
        <p>{t('week.none-drifts')}</p>
      ) : (
        <ReturnsTable label={t('week.drifting')} by="case" rows={rows} />
      )}
      {games.length === 0 ? null : <ReturnsTable label={t('returns.by-game')} by="game" rows={games} />}
    </Section>
  )
}

interface Largest {
  readonly at: number
  readonly source?: string
  readonly item: WeekReply['wins'][number]['item']
  readonly price: number
}

function LargestTable({ label, rows }: { label: string; rows: readonly Largest[] }): ReactElement {
  const { t, i18n } = useTranslation('officeToday')
  const isWon = rows.some(({ source }) => source !== undefined)
  const columns: readonly Column<Largest>[] = [
    { id: 'price', header: t('week.price'), cell: ({ row }) => <Money cents={row.original.price} /> },
    { id: 'item', header: t('week.item'), cell: ({ row }) => itemName(row.original.item, i18n.language as Language) },
    ...(isWon
      ? [
          {
            id: 'source',
            header: t('week.source'),
            cell: ({ row }) => t(`sources.${row.original.source as 'case'}`),
          } satisfies Column<Largest>,
        ]
      : []),
    { id: 'at', header: t('week.at'), cell: ({ row }) => <Moment at={row.original.at} /> },
  ]
  const keyOf = ({ at, price, item }: Largest): string => `${at} ${price} ${item.id}`
  return <Table label={label} columns={columns} rows={rows} keyOf={keyOf} numbers={['price']} />
}

function WeekPage({ reply }: { reply: WeekReply }): ReactElement {
  const { t, i18n } = useTranslation('officeToday')
  const { period, before, zone, missing, wins, withdrawals, today } = reply
  const query = { from: period.first, to: period.last }
  const waiting = reply.waiting.filter(({ count }) => count > 0)
  const share = shareOf(reply.total.gifts + reply.total.referral, marginCents(reply.total.margin))
  const cost = share === null ? undefined : t('week.cost-hint', { cost: shareText(share, i18n.language as Language) })
  return (
    <div className={styles.paper}>
      <div className={styles.weeks}>
        <h2>{periodText(period)}</h2>
        <nav aria-label={t('week.other')}>
          <Link from="/today" to="/today" search={{ view: 'week', week: addDays(period.first, -7) }}>
            {t('week.earlier')}
          </Link>
          {addDays(period.first, 7) > today ? null : (
            <Link from="/today" to="/today" search={{ view: 'week', week: addDays(period.first, 7) }}>
              {t('week.later')}
            </Link>
          )}
          <Button onClick={() => print()}>{t('week.print')}</Button>
        </nav>
      </div>
      <p className={styles.hint}>
        {t('week.beside', { period: periodText(before) })} {t('zone', { zone })}
      </p>
      {missing.length === 0 ? null : (
        <p role="status" className={styles.missing}>
          {t('missing', { count: missing.length })}
        </p>
      )}
      <Section title={t('week.figures')} hint={cost} table="days" query={query}>
        <WeekFigures reply={reply} />
      </Section>
      <Drifting reply={reply} />
      <Section title={t('week.waited')}>
        {waiting.length === 0 ? (
          <p>{t('week.none-waits')}</p>
        ) : (
          <WaitingTable label={t('week.waited')} rows={waiting} at={reply.at} />
        )}
      </Section>
      <div className={styles.pair}>
        <Section title={t('week.wins')} table="wins" query={query}>
          {wins.length === 0 ? (
            <p>{t('week.no-wins', { amount: formatMoney(2000) })}</p>
          ) : (
            <LargestTable label={t('week.wins')} rows={wins} />
          )}
        </Section>
        <Section title={t('week.withdrawals')} table="withdrawals" query={query}>
          {withdrawals.length === 0 ? (
            <p>{t('week.no-withdrawals')}</p>
          ) : (
            <LargestTable label={t('week.withdrawals')} rows={withdrawals} />
          )}
        </Section>
      </div>
      <Suspense fallback={null}>
        <WeekSwitches reply={reply} />
      </Suspense>
    </div>
  )
}

export function WeekView(): ReactElement {
  const { week } = route.useSearch()
  const { data, error } = useQuery({
    queryKey: ['today', 'week', week],
    queryFn: () => api.get<WeekReply>('/today/week', { week }),
    placeholderData: keepPreviousData,
  })
  if (data === undefined) return <Fault error={error} />
  return (
    <>
      <Fault error={error} />
      <WeekPage reply={data} />
    </>
  )
}
