// The way back to an edition: what would change, and why. A second person approves it.
import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import type { ActReply } from '../../../protocol/office/common.ts'
import type { BackReply } from '../../../protocol/office/editions.ts'
import { Dialog } from '../../parts/Dialog.tsx'
import { ActForm } from '../../session/ActForm.tsx'
import { api } from '../../session/api.ts'
import { FileChanges } from '../../session/editions/FileChanges.tsx'
import { Fault } from '../../session/Fault.tsx'
import styles from './editions.module.css'

function Preview({
  edition,
  preview: { files, changes, faults },
}: {
  edition: number
  preview: BackReply
}): ReactElement {
  const { t } = useTranslation('officeEditions')
  return (
    <>
      {faults.length === 0 ? null : (
        <div role="alert" className={styles.faults}>
          <p>{t('back.faults')}</p>
          <ul>
            {faults.map(({ file, line, message }) => (
              <li key={`${file}:${line}:${message}`}>
                {t('back.fault', { file, line })} {message}
              </li>
            ))}
          </ul>
        </div>
      )}
      {files.length === 0 ? (
        <p>{t('back.nothing')}</p>
      ) : (
        <>
          <h3>{t('back.changes')}</h3>
          <FileChanges files={files} changes={changes} path={`/editions/${edition}/back/file`} />
        </>
      )}
    </>
  )
}

interface BackProps {
  edition: number
  onClose: () => void
}

/** Returns why it cannot be sent: it is not known yet what would change, nothing would, or the shop would have faults. */
function useWaits(preview: BackReply | undefined): string | undefined {
  const { t } = useTranslation('officeEditions')
  if (preview === undefined) return t('back.looking')
  if (preview.files.length === 0) return t('back.nothing')
  return preview.faults.length === 0 ? undefined : t('back.faults')
}

function Back({ edition, onClose }: BackProps): ReactElement {
  const { t } = useTranslation('officeEditions')
  const { data, error, isFetching } = useQuery({
    // Not among the editions: the act would have it read again, when there is nothing left to change.
    queryKey: ['edition-back', edition],
    queryFn: () => api.get<BackReply>(`/editions/${edition}/back`),
    retry: false,
    gcTime: 0,
  })
  const waits = useWaits(isFetching ? undefined : data)
  return (
    <ActForm
      action={t('back.act')}
      done="editions.back"
      act={(reason) => api.post<ActReply>(`/editions/${edition}/back`, { base: data?.base, reason })}
      changes={[['editions']]}
      onClose={onClose}
      disabledReason={waits}
    >
      <p>{t('back.text', { number: edition })}</p>
      <Fault error={error} />
      {data === undefined ? null : <Preview edition={edition} preview={data} />}
    </ActForm>
  )
}

export function BackDialog({ edition, open, onClose }: BackProps & { open: boolean }): ReactElement {
  const { t } = useTranslation('officeEditions')
  return (
    <Dialog open={open} onClose={onClose} title={t('back.title', { number: edition })}>
      {open ? <Back edition={edition} onClose={onClose} /> : null}
    </Dialog>
  )
}
