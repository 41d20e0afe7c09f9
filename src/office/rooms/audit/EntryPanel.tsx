// One entry of the audit: who, from where, why, and what it changed.
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactElement, type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { isVerb, ruleOf } from '../../../game/office/verbs.ts'
import type { AuditEntryReply } from '../../../protocol/office/audit.ts'
import { DialogActions } from '../../parts/Dialog.tsx'
import { Difference } from '../../parts/Difference.tsx'
import { Moment } from '../../parts/Moment.tsx'
import { CopyButton, Count, Id } from '../../parts/Plain.tsx'
import { Facts, Panel } from '../../parts/Room.tsx'
import { api } from '../../session/api.ts'
import { useAuthorText } from '../../session/author-text.ts'
import { CloseLink } from '../../session/CloseLink.tsx'
import { useFieldText, useValueNode } from '../../session/difference-words.tsx'
import { Fault } from '../../session/Fault.tsx'
import { useReasonText } from '../../session/reason-text.ts'
import { SubjectLink } from '../../session/SubjectLink.tsx'
import { POLL_MS } from '../../session/session.ts'
import { useVerbText } from '../../session/verb-text.ts'
import { changesOf } from './changes.ts'

type Fact = readonly [name: string, value: ReactNode]

function useFacts(entry: AuditEntryReply): readonly Fact[] {
  const { t } = useTranslation(['officeAudit', 'office'])
  const reasonText = useReasonText()
  const authorText = useAuthorText()
  const { actor, sequence } = entry
  const author = authorText({ name: actor.name, isJob: actor.kind === 'job' })
  const kind = t(`actors.${actor.kind}`)
  const optional: readonly (Fact | null)[] = [
    entry.reason === null ? null : [t('reason'), reasonText(entry.reason, actor.kind === 'job')],
    entry.address === null ? null : [t('address'), <Id key="address" id={entry.address} />],
    entry.session === null ? null : [t('session'), <Id key="session" id={entry.session} />],
    entry.alone ? [t('second'), t('alone-long')] : null,
    entry.hash === null ? null : [t('hash'), <Id key="hash" id={entry.hash} />],
  ]
  return [
    [t('at'), <Moment key="at" at={entry.at} />],
    [t('actor'), `${author} · ${kind}`],
    [t('subject'), <SubjectLink key="subject" subject={entry.subject} />],
    ...optional.filter((fact) => fact !== null),
    [t('sequence'), sequence === null ? t('unsealed') : <Count key="sequence" count={sequence} />],
    [t('id'), <Id key="id" id={entry.id} />],
  ]
}

function Entry({ entry }: { entry: AuditEntryReply }): ReactElement {
  const { t } = useTranslation(['officeAudit', 'office'])
  const facts = useFacts(entry)
  const changes = useMemo(() => changesOf(entry), [entry])
  const fieldText = useFieldText()
  // What a proposal would change is about its subject, whose states have words of their own.
  const valueNode = useValueNode(ruleOf(isVerb(entry.verb) ? entry.verb : 'session').subject)
  return (
    <>
      <Facts facts={facts} />
      {changes.length === 0 ? (
        <p className="lead">{t('no-change')}</p>
      ) : (
        <Difference
          rows={changes.map(({ kind, field, before, after }) => ({
            field: fieldText(field),
            before: valueNode(field, before),
            after: valueNode(field, after),
            isSame: kind === 'same',
          }))}
        />
      )}
      <DialogActions>
        <CopyButton text={JSON.stringify(entry, null, 2)} label={t('copy')} />
      </DialogActions>
      <p>
        <Link to="/audit" search={{ subject: `${entry.subject.kind}:${entry.subject.id}` }}>
          {t('same-subject')}
        </Link>
      </p>
    </>
  )
}

export function EntryPanel({ id }: { id: string }): ReactElement {
  const { t } = useTranslation(['officeAudit', 'office'])
  const verbText = useVerbText()
  const { data, error } = useQuery({
    queryKey: ['audit', 'entry', id],
    queryFn: () => api.get<AuditEntryReply>(`/audit/${id}`),
    // An entry never changes; only its seal is yet to come.
    refetchInterval: ({ state }) => (state.data?.sequence === null ? POLL_MS / 10 : false),
  })
  return (
    <Panel title={data === undefined ? t('entry') : verbText(data.verb)} close={<CloseLink to="/audit" drop="entry" />}>
      <Fault error={error} />
      {data === undefined ? null : <Entry entry={data} />}
    </Panel>
  )
}
