// The figures of a period: tiles, charts, returns, and what waits.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { lazy, type ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import type { Language } from '../../../game/base/language.ts'
import { addDays } from '../../../game/base/site-time.ts'
import { daysOf, HOURS_MOST } from '../../../game/office/figures.ts'
import { zoneWords } from '../../../islands/ui/zone-words.ts'
import type { TodayReply } from '../../../protocol/office/today.ts'
import { EmptyState } from '../../parts/EmptyState.tsx'
import { Filters } from '../../parts/Filters.tsx'
import { Moment } from '../../parts/Moment.tsx'
import { api } from '../../session/api.ts'
import { Fault } from '../../session/Fault.tsx'
import { PeriodFields } from '../../session/PeriodFields.tsx'
import { dayText } from '../../session/search.ts'
import { POLL_MS } from '../../session/session.ts'
import { Bars } from './Bars.tsx'
import { comparedWith, stepsOf } from './charts.ts'
import { figureText, periodText } from './figure-words.ts'
import { Section } from './Section.tsx'
import { parseTodaySearch, periodQuery, type TodaySearch } from './search.ts'
import { Tiles } from './Tiles.tsx'
import styles from './today.module.css'

/** Below the first screen. */
const ReturnsTable = lazy(async () => ({ default: (await import('./ReturnsTable.tsx')).ReturnsTable }))
const WaitingTable = lazy(async () => ({ default: (await import('./WaitingTable.tsx')).WaitingTable }))

const route = getRouteApi('/frame/today')

/** Periods with a name, by how many days they have and how many days ago they end. */
const PERIODS = [
  ['today', 1, 0],
  ['yesterday', 1, 1],
  ['week', 7, 0],
  ['month', 28, 0],
  ['quarter', 91, 0],
] as const

const CHARTS = ['deposited', 'staked', 'margin', 'gifts', 'withdrawn', 'joined'] as const

function PeriodChoice({ reply }: { reply: TodayReply }): ReactElement {
  const { t } = useTranslation(['officeToday', 'office'])
  const navigate = route.useNavigate()
  const { period, today } = reply
  const choose = (change: TodaySearch): void =>
    void navigate({ search: (search) => parseTodaySearch({ ...search, ...change }), replace: true })
  return (
    <Filters label={t('period')}>
      <div className={styles.periods}>
        {PERIODS.map(([name, days, ago]) => {
          const to = addDays(today, -ago)
          const from = addDays(to, 1 - days)
          const isChosen = period.first === from && period.last === to
          return (
            <Link
              key={name}
              from="/today"
              to="/today"
              search={(search) =>
                parseTodaySearch({ ...search, ...(name === 'today' ? { from: '', to: '' } : { from, to }) })
              }
              activeOptions={{ exact: true }}
              aria-current={isChosen ? 'true' : undefined}
            >
              {t(`periods.${name}`)}
            </Link>
          )
        })}
      </div>
      <PeriodFields
        from={period.first}
        to={period.last}
        last={today}
        onChange={(change) => choose({ from: period.first, to: period.last, ...change })}
      />
    </Filters>
  )
}

function Charts({ reply }: { reply: TodayReply }): ReactElement {
  const { t, i18n } = useTranslation('officeToday')
  const { by } = route.useSearch()
  const language = i18n.language as Language
  const { length } = daysOf(reply.period)
  const isByHour = length === 1 || (length <= HOURS_MOST && by !== 'day')
  const steps = stepsOf(reply, isByHour ? 'hour' : 'day')
  const wordsOf = (step: (typeof steps)[number] | undefined): string => {
    if (step === undefined) return ''
    return step.at === null
      ? dayText(step.day)
      : `${length === 1 ? '' : `${dayText(step.day)}, `}${zoneWords(step.at, reply.zone, language).hour}`
  }
  return (
    <Section
      title={t(isByHour ? 'charts.hours' : 'charts.days')}
      hint={t('charts.hint')}
      table={isByHour ? 'hours' : 'days'}
      query={{ from: reply.period.first, to: reply.period.last }}
    >
      {length > 1 && length <= HOURS_MOST ? (
        <p>
          <Link from="/today" to="/today" search={(search) => ({ ...search, by: isByHour ? 'day' : undefined })}>
            {t(isByHour ? 'charts.by-day' : 'charts.by-hour')}
          </Link>
        </p>
      ) : null}
      <div className={styles.charts}>
        {CHARTS.map((name) => (
          <Bars
            key={name}
            title={t(`figures.${name}`)}
            sum={figureText(name, reply.total[name], language)}
            textOf={(value) => figureText(name, value, language)}
            ends={[wordsOf(steps[0]), steps.length < 2 ? '' : wordsOf(steps.at(-1))]}
            bars={steps.map((step) => ({
              key: step.key,
              label: wordsOf(step),
              value: step.figures[name],
              before: step.before?.[name],
            }))}
          />
        ))}
      </div>
    </Section>
  )
}

function Returns({ reply }: { reply: TodayReply }): ReactElement {
  const { t } = useTranslation('officeToday')
  const query = { from: reply.period.first, to: reply.period.last }
  if (reply.games.length === 0) return <EmptyState title={t('no-games')} text={t('no-games-text')} />
  return (
    <>
      <Section title={t('returns.by-game')} hint={t('returns.hint')} table="games" query={query}>
        <ReturnsTable label={t('returns.by-game')} by="game" rows={reply.games} />
      </Section>
      {reply.cases.length === 0 ? null : (
        <Section title={t('returns.by-case')} table="cases" query={query}>
          <ReturnsTable label={t('returns.by-case')} by="case" rows={reply.cases} />
        </Section>
      )}
    </>
  )
}

/** What has to be known of a period: the one before it, and what is not counted yet. */
function PeriodNotes({ reply }: { reply: TodayReply }): ReactElement {
  const { t } = useTranslation('officeToday')
  const { period, before, totalBefore, today, missing, zone, at, hours } = reply
  const compared = period.last === today && hours.length > 0 ? 'compared-hours' : 'compared'
  return (
    <>
      <p className={styles.hint}>
        {totalBefore === null ? t('first-period') : t(compared, { period: periodText(before) })} {t('zone', { zone })}{' '}
        {t('as-of')} <Moment at={at} />
      </p>
      {missing.length === 0 ? null : (
        <p role="status" className={styles.missing}>
          {t('missing', { count: missing.length })}
        </p>
      )}
    </>
  )
}

export function FiguresView(): ReactElement {
  const { t } = useTranslation('officeToday')
  const query = periodQuery(route.useSearch())
  const { data, error } = useQuery({
    queryKey: ['today', query],
    queryFn: () => api.get<TodayReply>('/today', query),
    placeholderData: keepPreviousData,
    refetchInterval: POLL_MS,
  })
  if (data === undefined) return <Fault error={error} />
  return (
    <>
      <Fault error={error} />
      <PeriodChoice reply={data} />
      <PeriodNotes reply={data} />
      {data.began === null ? (
        <EmptyState title={t('no-day')} text={t('no-day-text')} />
      ) : (
        <>
          <Tiles
            total={data.total}
            before={comparedWith(data)}
            days={data.days.length}
            result={data.games.reduce((sum, { played }) => sum + played.staked - played.won, 0)}
          />
          <Charts reply={data} />
          <Returns reply={data} />
        </>
      )}
      <Section title={t('waiting.title')} table="waiting">
        <WaitingTable label={t('waiting.title')} rows={data.waiting} at={data.at} />
      </Section>
    </>
  )
}
