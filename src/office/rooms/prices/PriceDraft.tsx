// A draft that is open in the room: its bar, the prices that it changes, and what they do.
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import { formatMoney } from '../../../i18n/format.ts'
import type { WrittenDraft } from '../../../protocol/office/drafts.ts'
import type { PriceDraftReply } from '../../../protocol/office/prices.ts'
import { ActButton } from '../../session/ActButton.tsx'
import { api } from '../../session/api.ts'
import { CloseLink } from '../../session/CloseLink.tsx'
import { DraftBar } from '../../session/draft/DraftBar.tsx'
import { type DraftWork, useDraft } from '../../session/draft/use-draft.ts'
import { Fault } from '../../session/Fault.tsx'
import { useAct } from '../../session/use-act.ts'
import { Effects } from './Effects.tsx'
import styles from './prices.module.css'
import { usePriceWords } from './words.ts'

const route = getRouteApi('/frame/prices')

/** What a draft is read beside: its prices are made by the server, so that none of the files is needed here. */
const BESIDE = 'price-rules.json'

/** Newer prices are in force: the draft's own are written anew among them. Followed as it is, it would bring all older prices back. */
function Renew({ id, version }: { id: number; version: number }): ReactElement {
  const { t } = useTranslation('officePrices')
  const renew = () => api.post<WrittenDraft>(`/prices/drafts/${id}/renew`, { version })
  const { mutate, isPending, error } = useAct('drafts.write', renew, [['drafts'], ['prices', 'draft'], ['shop-files']])
  return (
    <div className={styles.wrong} role="alert">
      <p>{t('draft.old')}</p>
      <Fault error={error} />
      <div>
        <ActButton verb="drafts.write" busy={isPending} onClick={() => mutate(undefined)}>
          {t('draft.renew')}
        </ActButton>
      </div>
    </div>
  )
}

function Typed({ data }: { data: PriceDraftReply }): ReactElement {
  const { t } = useTranslation('officePrices')
  const { itemName } = usePriceWords()
  return (
    <div className={styles.box}>
      <h2>{t('draft.prices', { count: data.items.length })}</h2>
      <ul className={styles.rows}>
        {data.items.map((item) => (
          <li key={item.id}>
            {itemName(item)}:{' '}
            <span className="figures">
              {t('from-to', {
                before: item.before === null ? t('no-price') : formatMoney(item.before),
                after: item.after === null ? t('no-price') : formatMoney(item.after),
              })}
            </span>
          </li>
        ))}
      </ul>
      <Effects label={t('draft.effects')} effects={data.effects} />
    </div>
  )
}

function Prices({ work }: { work: DraftWork }): ReactElement {
  const navigate = route.useNavigate()
  const { saved, state, check } = work
  const isOpen = state === 'open' || state === 'failed'
  const hasPrices = saved !== undefined && 'prices.json' in saved.files
  const { data, error } = useQuery({
    queryKey: ['prices', 'draft', saved?.id, saved?.version],
    queryFn: () => api.get<PriceDraftReply>(`/prices/drafts/${saved?.id}`),
    enabled: hasPrices && isOpen,
    retry: false,
  })
  const isOld = isOpen && hasPrices && (data?.isOld === true || check.overtaken.includes('prices.json'))
  return (
    <div className="stack">
      {isOld ? (
        <Renew id={saved.id} version={saved.version} />
      ) : (
        <DraftBar
          work={work}
          close={<CloseLink to="/prices" drop="draft" />}
          onDropped={() => void navigate({ search: (old) => ({ ...old, draft: undefined }) })}
        />
      )}
      <Fault error={error} />
      {isOpen && data !== undefined ? <Typed data={data} /> : null}
    </div>
  )
}

export function PriceDraft({ id }: { id: number }): ReactElement {
  const { work, error } = useDraft({ id, begins: BESIDE, firstTitle: '', onBegin: () => undefined })
  return work === null ? <Fault error={error} /> : <Prices work={work} />
}
