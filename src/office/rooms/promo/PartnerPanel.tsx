// One partner: the share, what a period brought, and its days or months.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { lazy, type ReactElement, type ReactNode, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { PARTNER_SPANS } from '../../../game/office/promo.ts'
import type { PartnerFigures, PartnerReply } from '../../../protocol/office/promo.ts'
import { Chip } from '../../parts/Chip.tsx'
import { SelectField } from '../../parts/Field.tsx'
import { Filters } from '../../parts/Filters.tsx'
import { Count, Money } from '../../parts/Plain.tsx'
import { Facts, Panel } from '../../parts/Room.tsx'
import { type Column, Table } from '../../parts/Table.tsx'
import { api } from '../../session/api.ts'
import { CloseLink } from '../../session/CloseLink.tsx'
import { Fault } from '../../session/Fault.tsx'
import { withTexts } from '../../session/language.ts'
import { PeriodFields } from '../../session/PeriodFields.tsx'
import { POLL_MS } from '../../session/session.ts'
import styles from './promo.module.css'
import { parsePromoSearch } from './search.ts'

/** With a dialog, and texts of its own. */
const loadOwnShare = withTexts(['officePartnerShare'], () => import('../../session/partner/OwnShare.tsx'))
const OwnShare = lazy(async () => ({ default: (await loadOwnShare()).OwnShare }))

const route = getRouteApi('/frame/promo')

const NAMES = ['visits', 'joined', 'firstDeposits', 'margin', 'paid'] as const

function Figure({ name, figures }: { name: (typeof NAMES)[number]; figures: PartnerFigures }): ReactElement {
  const value = figures[name]
  if (value === null) return <span>—</span>
  return name === 'margin' || name === 'paid' ? <Money cents={value} /> : <Count count={value} />
}

type Row = PartnerReply['spans'][number]

function useColumns(): readonly Column<Row>[] {
  const { t } = useTranslation('officePromo')
  return [
    { id: 'span', header: t('partner.span'), cell: ({ row: { original } }) => original.span },
    ...NAMES.map(
      (name): Column<Row> => ({
        id: name,
        header: t(`partner.${name}`),
        cell: ({ row: { original } }) => <Figure name={name} figures={original} />,
      }),
    ),
  ]
}

function Period({ from, to }: Pick<PartnerReply, 'from' | 'to'>): ReactElement {
  const { t } = useTranslation(['officePromo', 'office'])
  const { by } = route.useSearch()
  const navigate = route.useNavigate()
  const change = (period: { readonly from?: string; readonly to?: string; readonly by?: string }): void =>
    void navigate({ search: (before) => parsePromoSearch({ ...before, ...period }), replace: true })
  return (
    <Filters label={t('office:filters')}>
      <PeriodFields from={from} to={to} onChange={change} />
      <SelectField
        label={t('partner.by')}
        value={by ?? 'day'}
        onChange={({ target }) => change({ by: target.value === 'day' ? '' : target.value })}
      >
        {PARTNER_SPANS.map((span) => (
          <option key={span} value={span}>
            {t(`partner.spans.${span}`)}
          </option>
        ))}
      </SelectField>
    </Filters>
  )
}

function Page({ partner }: { partner: PartnerReply }): ReactElement {
  const { t } = useTranslation('officePromo')
  const { player, code, tier, percent, tierPercent, from, to, total, spans } = partner
  const columns = useColumns()
  const facts: readonly (readonly [string, ReactNode])[] = [
    [
      t('partner.player'),
      <Link key="player" to="/players" search={{ player: String(player.id) }}>
        {player.username}
      </Link>,
    ],
    ...(player.isBanned
      ? [
          [
            t('state'),
            <Chip key="banned" tone="bad">
              {t('partner.banned')}
            </Chip>,
          ] as const,
        ]
      : []),
    [t('partner.code'), code],
    [
      t('partner.share'),
      percent > tierPercent ? t('partner.agreed', { percent }) : t(`partner.tiers.${tier}`, { percent }),
    ],
  ]
  return (
    <>
      <Facts facts={facts} />
      <Suspense fallback={null}>
        <OwnShare partner={partner} />
      </Suspense>
      <Period from={from} to={to} />
      <Facts facts={NAMES.map((name) => [t(`partner.${name}`), <Figure key={name} name={name} figures={total} />])} />
      {total.margin === null ? <p className={styles.formula}>{t('brought.many')}</p> : null}
      <p className={styles.formula}>{t('partner.formula', { percent })}</p>
      {spans.length === 0 ? (
        <p>{t('partner.nothing')}</p>
      ) : (
        <Table
          label={t('partner.days')}
          columns={columns}
          rows={spans}
          keyOf={({ span }) => span}
          numbers={[...NAMES]}
        />
      )}
    </>
  )
}

export function PartnerPanel({ id }: { id: string }): ReactElement {
  const { t } = useTranslation('officePromo')
  const { from, to, by } = route.useSearch()
  const query = { from, to, by }
  const { data, error } = useQuery({
    queryKey: ['promo', 'partner', id, query],
    queryFn: () => api.get<PartnerReply>(`/promo/partners/${id}`, query),
    placeholderData: keepPreviousData,
    refetchInterval: POLL_MS,
    retry: false,
  })
  return (
    <Panel title={data?.player.username ?? t('partner.title')} close={<CloseLink to="/promo" drop="partner" />}>
      <Fault error={error} />
      {data === undefined ? null : <Page partner={data} />}
    </Panel>
  )
}
