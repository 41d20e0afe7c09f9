// Tickets for what prices took out of its range: proposed by case, and written into a draft with one press.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { lazy, type ReactElement, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { parseLanguage } from '../../../i18n/language.ts'
import type { WrittenDraft } from '../../../protocol/office/drafts.ts'
import type { RebalanceReply } from '../../../protocol/office/prices.ts'
import { EmptyState } from '../../parts/EmptyState.tsx'
import { SelectField } from '../../parts/Field.tsx'
import { Filters } from '../../parts/Filters.tsx'
import { ActButton } from '../../session/ActButton.tsx'
import { api } from '../../session/api.ts'
import { OtherDrafts } from '../../session/draft/OtherDrafts.tsx'
import { Fault } from '../../session/Fault.tsx'
import { POLL_MS } from '../../session/session.ts'
import { useAct } from '../../session/use-act.ts'
import { Effects } from './Effects.tsx'
import styles from './prices.module.css'
import { usePricesSearch } from './search.ts'

const PriceDraft = lazy(async () => ({ default: (await import('./PriceDraft.tsx')).PriceDraft }))

const route = getRouteApi('/frame/prices')

/** What cases may be asked to return, in percent (game/base/economy.ts), and what they return without a choice. */
const TARGETS = Array.from({ length: 16 }, (_, at) => String(80 + at))
const TARGET = '90'

function Proposals({ data, to }: { data: RebalanceReply; to: string }): ReactElement {
  const { t, i18n } = useTranslation('officePrices')
  const language = parseLanguage(i18n.language) ?? 'en'
  const navigate = route.useNavigate()
  const { edition, effects, lost, offByHand } = data
  const write = () =>
    api.post<WrittenDraft>(`/prices/rebalance/${edition}`, { to: Number(to), title: t('rebalance-draft', { to }) })
  const { mutate, isPending, error } = useAct('drafts.write', write, [['drafts']])
  const run = (): void =>
    mutate(undefined, {
      onSuccess: ({ id }) => void navigate({ search: (old) => ({ ...old, draft: String(id) }) }),
    })
  return (
    <>
      {effects.length === 0 ? (
        <EmptyState title={t('rebalance-none')} text={t('rebalance-none-text')} />
      ) : (
        <>
          <Effects label={t('rebalance-proposals')} effects={effects} />
          <Fault error={error} />
          <div>
            <ActButton tone="signal" verb="drafts.write" busy={isPending} onClick={run}>
              {t('rebalance-take')}
            </ActButton>
          </div>
        </>
      )}
      {lost.length === 0 ? null : (
        <div className={styles.part}>
          <h2>{t('rebalance-lost')}</h2>
          <Effects label={t('rebalance-lost')} effects={lost} />
        </div>
      )}
      {offByHand.length === 0 ? null : (
        <p className={styles.quiet}>
          {t('rebalance-by-hand', { names: offByHand.map(({ name }) => name[language]).join(', ') })}
        </p>
      )}
    </>
  )
}

export function Rebalance(): ReactElement {
  const { t } = useTranslation(['officePrices', 'office'])
  const { to = TARGET, draft } = usePricesSearch()
  const navigate = route.useNavigate()
  const { data, error } = useQuery({
    queryKey: ['prices', 'rebalance', to],
    queryFn: () => api.get<RebalanceReply>('/prices/rebalance', { to }),
    placeholderData: keepPreviousData,
    refetchInterval: POLL_MS,
  })
  return (
    <div className="stack">
      <p className={styles.quiet}>{t('rebalance-lead')}</p>
      {draft === undefined ? (
        <OtherDrafts
          file="cases.json,rewards.json"
          linkTo={({ id, title }) => (
            <Link from="/prices" to="/prices" search={{ tab: 'rebalance', draft: String(id) }}>
              {title}
            </Link>
          )}
        />
      ) : (
        <Suspense fallback={null}>
          <PriceDraft key={draft} id={Number(draft)} />
        </Suspense>
      )}
      <Filters label={t('office:filters')}>
        <SelectField
          label={t('rebalance-to')}
          value={to}
          onChange={({ target }) =>
            void navigate({
              search: (old) => ({ ...old, to: target.value === TARGET ? undefined : target.value }),
              replace: true,
            })
          }
        >
          {TARGETS.map((percent) => (
            <option key={percent} value={percent}>
              {`${percent} %`}
            </option>
          ))}
        </SelectField>
      </Filters>
      <Fault error={error} />
      {data === undefined ? null : <Proposals data={data} to={to} />}
    </div>
  )
}
