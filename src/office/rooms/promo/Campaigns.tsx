// Campaigns: what the links of advertisements brought in a period, those that brought most players first.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import type { CampaignFigures, CampaignsReply, ListedCampaign } from '../../../protocol/office/campaigns.ts'
import { Filters } from '../../parts/Filters.tsx'
import { Count, Money } from '../../parts/Plain.tsx'
import { Facts } from '../../parts/Room.tsx'
import { type Column, Table } from '../../parts/Table.tsx'
import { api, queryText } from '../../session/api.ts'
import { CsvLink } from '../../session/CsvLink.tsx'
import { EmptyList } from '../../session/EmptyList.tsx'
import { Fault } from '../../session/Fault.tsx'
import { FilterField } from '../../session/FilterField.tsx'
import { PageLinks } from '../../session/PageLinks.tsx'
import { PeriodFields } from '../../session/PeriodFields.tsx'
import { POLL_MS } from '../../session/session.ts'
import { keyOfCampaign } from './campaign-key.ts'
import styles from './promo.module.css'
import { parsePromoSearch } from './search.ts'

const route = getRouteApi('/frame/promo')

const NAMES = ['source', 'medium', 'campaign'] as const
const FIGURES = ['joined', 'firstDeposits', 'deposited', 'margin'] as const

function Figure({ name, figures }: { name: (typeof FIGURES)[number]; figures: CampaignFigures }): ReactElement {
  const value = figures[name]
  if (value === null) return <span>—</span>
  return name === 'deposited' || name === 'margin' ? <Money cents={value} /> : <Count count={value} />
}

function useColumns(): readonly Column<ListedCampaign>[] {
  const { t } = useTranslation('officeCampaigns')
  const named = (name: (typeof NAMES)[number]): Column<ListedCampaign> => ({
    id: name,
    header: t(name),
    cell: ({ row: { original } }) => <span className={styles.name}>{original[name] || '—'}</span>,
  })
  return [
    {
      ...named('source'),
      cell: ({ row: { original } }) => (
        <Link
          from="/promo"
          to="/promo"
          search={(search) => ({ ...search, open: keyOfCampaign(original), uses: undefined })}
          resetScroll={false}
          className={styles.name}
        >
          {original.source || t('unnamed')}
        </Link>
      ),
    },
    named('medium'),
    named('campaign'),
    ...FIGURES.map(
      (name): Column<ListedCampaign> => ({
        id: name,
        header: t(name),
        cell: ({ row: { original } }) => <Figure name={name} figures={original} />,
      }),
    ),
  ]
}

function CampaignFilters({ from, to }: { from: string | undefined; to: string | undefined }): ReactElement {
  const { t } = useTranslation(['officeCampaigns', 'office'])
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const change = (filter: Readonly<Record<string, string | undefined>>): void =>
    void navigate({
      search: (before) => parsePromoSearch({ ...before, ...filter, cursor: undefined, uses: undefined }),
      replace: true,
    })
  return (
    <Filters label={t('office:filters')}>
      <PeriodFields from={from} to={to} onChange={change} />
      {NAMES.map((name) => (
        <FilterField
          key={name}
          label={t(`filter.${name}`)}
          value={search[name]}
          onChange={(value) => change({ [name]: value })}
        />
      ))}
    </Filters>
  )
}

export function Campaigns(): ReactElement {
  const { t } = useTranslation('officeCampaigns')
  const { from, to, source, medium, campaign, cursor, open } = route.useSearch()
  const filter = { from, to, source, medium, campaign }
  const query = { ...filter, cursor }
  const columns = useColumns()
  const { data, error } = useQuery({
    queryKey: ['promo', 'campaigns', query],
    queryFn: () => api.get<CampaignsReply>('/promo/campaigns', query),
    placeholderData: keepPreviousData,
    refetchInterval: POLL_MS,
  })
  return (
    <>
      <p className="lead">{t('lead')}</p>
      <CampaignFilters from={from ?? data?.from} to={to ?? data?.to} />
      <Fault error={error} />
      {data === undefined ? null : data.campaigns.length === 0 ? (
        <EmptyList
          isFiltered={[source, medium, campaign, cursor].some((one) => one !== undefined)}
          title={t('none')}
          text={t('none-text')}
        />
      ) : (
        <>
          <Facts
            facts={FIGURES.map((name) => [t(name), <Figure key={name} name={name} figures={data.total} />] as const)}
          />
          {data.total.margin === null ? <p className={styles.formula}>{t('many')}</p> : null}
          <div className={styles.tools}>
            <p className={styles.formula}>{t('formula')}</p>
            <CsvLink path={`/promo/campaigns/table${queryText(filter)}`} label={t('csv')} />
          </div>
          <Table
            label={t('title')}
            columns={columns}
            rows={data.campaigns}
            keyOf={keyOfCampaign}
            selected={open}
            numbers={[...FIGURES]}
            spare={['medium', 'firstDeposits', 'margin']}
          />
        </>
      )}
      <PageLinks to="/promo" order="greatest" isFirst={cursor === undefined} next={data?.cursor ?? null} />
    </>
  )
}
