// What a draft changes now, beside the edition in force: by file, by value and by line.
import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import type { DraftChangesReply } from '../../../protocol/office/drafts.ts'
import { Button } from '../../parts/Button.tsx'
import { Dialog, DialogActions } from '../../parts/Dialog.tsx'
import { api } from '../api.ts'
import { FileChanges } from '../editions/FileChanges.tsx'
import { Fault } from '../Fault.tsx'
import { DraftFaults } from './DraftFaults.tsx'
import styles from './draft.module.css'

interface DraftOf {
  id: number
  /** Counts its changes. */
  version: number
}

/** Asks what a draft changes. */
export function useDraftChanges({ id, version }: DraftOf) {
  return useQuery({
    queryKey: ['drafts', 'changes', id, version],
    queryFn: () => api.get<DraftChangesReply>(`/drafts/${id}/changes`),
    retry: false,
    gcTime: 0,
  })
}

/** The difference, and the faults because of which it cannot be published. */
export function ChangesOf({ id, changes }: { id: number; changes: DraftChangesReply }): ReactElement {
  const { t } = useTranslation('officeDrafts')
  if (changes.overtaken.length > 0)
    return <p className={styles.faults}>{t('overtaken', { files: changes.overtaken.join(', ') })}</p>
  return (
    <>
      <DraftFaults faults={changes.faults} />
      {changes.files.length === 0 ? (
        <p>{t('changes.none')}</p>
      ) : (
        <FileChanges files={changes.files} changes={changes.changes} path={`/drafts/${id}/file`} />
      )}
    </>
  )
}

function Changes({ onClose, ...draft }: DraftOf & { onClose: () => void }): ReactElement {
  const { t } = useTranslation(['officeDrafts', 'office'])
  const { data, error } = useDraftChanges(draft)
  return (
    <div className="stack">
      <Fault error={error} />
      {data === undefined ? null : <ChangesOf id={draft.id} changes={data} />}
      <DialogActions>
        <Button onClick={onClose}>{t('office:close')}</Button>
      </DialogActions>
    </div>
  )
}

export function ChangesDialog(props: DraftOf & { onClose: () => void }): ReactElement {
  const { t } = useTranslation('officeDrafts')
  return (
    <Dialog open onClose={props.onClose} title={t('changes.title')}>
      <Changes {...props} />
    </Dialog>
  )
}
