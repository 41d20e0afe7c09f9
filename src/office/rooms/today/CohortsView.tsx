// Cohorts: how many of those who joined in a week still play in the weeks after it, and what margin they made.
import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import type { Language } from '../../../game/base/language.ts'
import { marginCents, shareOf } from '../../../game/office/figures.ts'
import { formatMoney } from '../../../i18n/format.ts'
import type { CohortsReply } from '../../../protocol/office/today.ts'
import { EmptyState } from '../../parts/EmptyState.tsx'
import { Count } from '../../parts/Plain.tsx'
import { type Column, Table } from '../../parts/Table.tsx'
import { api } from '../../session/api.ts'
import { Fault } from '../../session/Fault.tsx'
import { dayText } from '../../session/search.ts'
import { shareText } from './figure-words.ts'
import { Section } from './Section.tsx'
import styles from './today.module.css'

type Cohort = CohortsReply['cohorts'][number]
type Week = Cohort['weeks'][number]

/** How strongly a cell is coloured, in steps of a tenth. */
const levelOf = (share: number | null): number => (share === null ? 0 : Math.min(10, Math.ceil(share * 10)))

function useColumns(
  cohorts: readonly Cohort[],
  cellOf: (week: Week, cohort: Cohort, index: number) => { text: string; share: number | null },
): readonly Column<Cohort>[] {
  const { t, i18n } = useTranslation('officeToday')
  const language = i18n.language as Language
  const most = Math.max(0, ...cohorts.map(({ weeks }) => weeks.length))
  const paid = ({ weeks }: Cohort): number => weeks.reduce((sum, { firstPayers }) => sum + firstPayers, 0)
  return [
    { id: 'cohort', header: t('cohorts.week'), cell: ({ row }) => dayText(row.original.cohort) },
    { id: 'players', header: t('cohorts.players'), cell: ({ row }) => <Count count={row.original.players} /> },
    {
      id: 'paid',
      header: t('cohorts.paid'),
      cell: ({ row }) => shareText(shareOf(paid(row.original), row.original.players), language),
    },
    ...Array.from({ length: most }, (_, index): Column<Cohort> => {
      return {
        id: `week-${index}`,
        header: String(index),
        cell: ({ row: { original } }) => {
          const week = original.weeks[index]
          if (week === undefined) return null
          const { text, share } = cellOf(week, original, index)
          return (
            <span className={styles.heat} data-level={levelOf(share)}>
              {text}
            </span>
          )
        },
      }
    }),
  ]
}

function CohortTables({ cohorts }: { cohorts: readonly Cohort[] }): ReactElement {
  const { t, i18n } = useTranslation('officeToday')
  const language = i18n.language as Language
  const retention = useColumns(cohorts, ({ active }, { players }) => {
    const share = shareOf(active, players)
    return { text: shareText(share, language), share }
  })
  const most = Math.max(1, ...cohorts.flatMap(({ weeks }) => weeks.map(({ margin }) => margin)))
  const margin = useColumns(cohorts, (week) => {
    return { text: formatMoney(marginCents(week.margin)), share: week.margin / most }
  })
  const numbers = ['players', 'paid', ...Array.from({ length: 60 }, (_, index) => `week-${index}`)]
  const shared = { rows: cohorts, keyOf: ({ cohort }: Cohort): string => cohort, numbers }
  return (
    <>
      <Section title={t('cohorts.retention')} hint={t('cohorts.retention-hint')} table="cohorts">
        <Table label={t('cohorts.retention')} columns={retention} {...shared} />
      </Section>
      <Section title={t('cohorts.margin')} hint={t('cohorts.margin-hint')}>
        <Table label={t('cohorts.margin')} columns={margin} {...shared} />
      </Section>
    </>
  )
}

export function CohortsView(): ReactElement {
  const { t } = useTranslation('officeToday')
  const { data, error } = useQuery({
    queryKey: ['today', 'cohorts'],
    queryFn: () => api.get<CohortsReply>('/today/cohorts'),
  })
  if (data === undefined) return <Fault error={error} />
  return data.cohorts.length === 0 ? (
    <EmptyState title={t('cohorts.none')} text={t('cohorts.none-text')} />
  ) : (
    <CohortTables cohorts={data.cohorts} />
  )
}
