// One edition: since when, by whom and why, what it changed by file, and the way back to it.
import { useQuery } from '@tanstack/react-query'
import { type ReactElement, type ReactNode, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { EditionReply } from '../../../protocol/office/editions.ts'
import { Chip } from '../../parts/Chip.tsx'
import { Moment } from '../../parts/Moment.tsx'
import { Facts, Panel } from '../../parts/Room.tsx'
import { ActButton, useDisabledReason } from '../../session/ActButton.tsx'
import { api } from '../../session/api.ts'
import { CloseLink } from '../../session/CloseLink.tsx'
import { FileChanges } from '../../session/editions/FileChanges.tsx'
import { Fault } from '../../session/Fault.tsx'
import { usePageActions } from '../../session/page-actions.tsx'
import { POLL_MS } from '../../session/session.ts'
import { BackDialog } from './BackDialog.tsx'
import styles from './editions.module.css'
import { WriterOf } from './WriterOf.tsx'

type Fact = readonly [string, ReactNode]

function useFacts({ at, author, writer, note, inForce, own }: EditionReply): readonly Fact[] {
  const { t } = useTranslation('officeEditions')
  const facts: readonly (Fact | null)[] = [
    inForce
      ? [
          t('state'),
          <Chip key="state" tone="good">
            {t('in-force')}
          </Chip>,
        ]
      : null,
    [t('since'), <Moment key="since" at={at} />],
    [t('author'), <WriterOf key="author" edition={{ author, writer }} />],
    note === '' ? null : [t('note'), note],
    [
      t('own'),
      own.length === 0 ? (
        t('own-none')
      ) : (
        <ul key="own">
          {own.map((name) => (
            <li key={name}>{name}</li>
          ))}
        </ul>
      ),
    ],
  ]
  return facts.filter((fact) => fact !== null)
}

function BackButton({ edition: { id, inForce } }: { edition: EditionReply }): ReactElement {
  const { t } = useTranslation('officeEditions')
  const [isOpen, setOpen] = useState(false)
  const inForceReason = inForce ? t('back.in-force') : undefined
  const reason = useDisabledReason('editions.back') ?? inForceReason
  usePageActions(
    useMemo(() => [{ label: t('back.act'), run: () => setOpen(true), disabledReason: reason }], [t, reason]),
  )
  return (
    <div>
      <ActButton verb="editions.back" disabledReason={inForceReason} onClick={() => setOpen(true)}>
        {t('back.act')}
      </ActButton>
      <BackDialog edition={id} open={isOpen} onClose={() => setOpen(false)} />
    </div>
  )
}

function Page({ edition }: { edition: EditionReply }): ReactElement {
  const { t } = useTranslation('officeEditions')
  const { id, previous, files, changes } = edition
  return (
    <>
      <BackButton edition={edition} />
      <Facts facts={useFacts(edition)} />
      <h3 className={styles.changed}>{t('changed')}</h3>
      {files.length === 0 ? (
        <p>{t(previous === null ? 'first-edition' : 'nothing-changed')}</p>
      ) : (
        <FileChanges files={files} changes={changes} path={`/editions/${id}/file`} />
      )}
    </>
  )
}

export function EditionPanel({ number }: { number: string }): ReactElement {
  const { t } = useTranslation('officeEditions')
  const { data, error } = useQuery({
    queryKey: ['editions', 'one', number],
    queryFn: () => api.get<EditionReply>(`/editions/${number}`),
    refetchInterval: POLL_MS,
    retry: false,
  })
  return (
    <Panel title={t('edition', { number })} close={<CloseLink to="/editions" drop="edition" />}>
      <Fault error={error} />
      {data === undefined ? null : <Page edition={data} />}
    </Panel>
  )
}
