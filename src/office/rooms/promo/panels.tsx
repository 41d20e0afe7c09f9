// One code, and one batch: what it is, what can be done about it, what it brought, who used it.
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import type { ActReply } from '../../../protocol/office/common.ts'
import type { PromoBatchReply, PromoCodeReply } from '../../../protocol/office/promo.ts'
import { Count } from '../../parts/Plain.tsx'
import { Facts, Panel } from '../../parts/Room.tsx'
import { ActButton } from '../../session/ActButton.tsx'
import { api } from '../../session/api.ts'
import { CloseLink } from '../../session/CloseLink.tsx'
import { Fault } from '../../session/Fault.tsx'
import { saveFile } from '../../session/save-file.ts'
import { POLL_MS } from '../../session/session.ts'
import { useAct } from '../../session/use-act.ts'
import { BroughtSection } from './BroughtSection.tsx'
import styles from './promo.module.css'
import { useTermFacts } from './terms.tsx'
import { UsesSection } from './UsesSection.tsx'

/** Ends a code or a batch; `path` is its address below `/promo`. */
function EndButton({ path, isEnded, label }: { path: string; isEnded: boolean; label: string }): ReactElement {
  const { t } = useTranslation('officePromo')
  const end = useAct('promo.end', () => api.post<ActReply>(`/promo/${path}/end`), [['promo']])
  return (
    <>
      <ActButton
        verb="promo.end"
        tone="danger"
        busy={end.isPending}
        disabledReason={isEnded ? t('end.ended') : undefined}
        onClick={() => end.mutate(undefined)}
      >
        {label}
      </ActButton>
      <Fault error={end.error} />
    </>
  )
}

function CodePage({ code }: { code: PromoCodeReply }): ReactElement {
  const { t } = useTranslation('officePromo')
  const terms = useTermFacts(code)
  const { usesMax, usesPerPlayer, batch, brought } = code
  const path = `codes/${encodeURIComponent(code.code)}`
  return (
    <>
      <div className={styles.acts}>
        <EndButton path={path} isEnded={code.state === 'ended'} label={t('end.code')} />
      </div>
      <Facts
        facts={[
          ...terms,
          [t('uses-max'), usesMax === null ? t('no-limit') : <Count key="max" count={usesMax} />],
          [t('per-player'), <Count key="each" count={usesPerPlayer} />],
          ...(batch === null
            ? []
            : [
                [
                  t('batch.number'),
                  <Link key="batch" to="/promo" search={{ tab: 'batches', batch: String(batch) }}>
                    {batch}
                  </Link>,
                ] as const,
              ]),
        ]}
      />
      <BroughtSection brought={brought} isCase={code.case !== null} />
      <UsesSection path={path} isOfBatch={false} isCase={code.case !== null} />
    </>
  )
}

export function CodePanel({ code }: { code: string }): ReactElement {
  const { data, error } = useQuery({
    queryKey: ['promo', 'code', code],
    queryFn: () => api.get<PromoCodeReply>(`/promo/codes/${encodeURIComponent(code)}`),
    refetchInterval: POLL_MS,
    retry: false,
  })
  return (
    <Panel title={code} close={<CloseLink to="/promo" drop="code" />}>
      <Fault error={error} />
      {data === undefined ? null : <CodePage code={data} />}
    </Panel>
  )
}

function DownloadButton({ id }: { id: number }): ReactElement {
  const { t } = useTranslation('officePromo')
  const download = useAct(
    'promo.codes',
    async () => saveFile(await api.download(`/promo/batches/${id}/codes`, {}), `codes-${id}.csv`),
    [],
  )
  return (
    <>
      <ActButton verb="promo.codes" busy={download.isPending} onClick={() => download.mutate(undefined)}>
        {t('batch.download')}
      </ActButton>
      <Fault error={download.error} />
    </>
  )
}

function BatchPage({ batch }: { batch: PromoBatchReply }): ReactElement {
  const { t } = useTranslation('officePromo')
  const terms = useTermFacts(batch)
  const { id, count, brought, state } = batch
  return (
    <>
      <div className={styles.acts}>
        <DownloadButton id={id} />
        <EndButton path={`batches/${id}`} isEnded={state === 'ended'} label={t('end.batch')} />
      </div>
      <Facts facts={[...terms, [t('batch.count'), <Count key="count" count={count} />]]} />
      <p>
        <Link to="/promo" search={{ batch: String(id) }}>
          {t('batch.codes')}
        </Link>
      </p>
      <BroughtSection brought={brought} isCase={batch.case !== null} />
      <UsesSection path={`batches/${id}`} isOfBatch isCase={batch.case !== null} />
    </>
  )
}

export function BatchPanel({ id }: { id: string }): ReactElement {
  const { t } = useTranslation('officePromo')
  const { data, error } = useQuery({
    queryKey: ['promo', 'batch', id],
    queryFn: () => api.get<PromoBatchReply>(`/promo/batches/${id}`),
    refetchInterval: POLL_MS,
    retry: false,
  })
  const title = data === undefined ? t('batch.number') : t('batch.name', { number: data.id, prefix: data.prefix })
  return (
    <Panel title={title} close={<CloseLink to="/promo" drop="batch" />}>
      <Fault error={error} />
      {data === undefined ? null : <BatchPage batch={data} />}
    </Panel>
  )
}
