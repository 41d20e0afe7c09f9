// Publishes a draft, at once or at a time: what it changes, why, and where the rules ask for it a second person.
import { type ReactElement, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ActReply } from '../../../protocol/office/common.ts'
import type { DraftChangesReply, DraftReply } from '../../../protocol/office/drafts.ts'
import { Dialog } from '../../parts/Dialog.tsx'
import { SelectField, TextField } from '../../parts/Field.tsx'
import { ActForm } from '../ActForm.tsx'
import { api } from '../api.ts'
import { Fault } from '../Fault.tsx'
import { ChangesOf, useDraftChanges } from './DraftChanges.tsx'

interface PublishProps {
  draft: Pick<DraftReply, 'id' | 'version' | 'title'>
  onClose: () => void
}

/** Returns why it cannot be published yet. */
function useWaits(changes: DraftChangesReply | undefined, isTimeMissing: boolean): string | undefined {
  const { t } = useTranslation('officeDrafts')
  if (changes === undefined) return t('publish.looking')
  if (changes.overtaken.length > 0) return t('publish.overtaken')
  if (changes.faults.length > 0) return t('publish.faults')
  if (changes.files.length === 0) return t('changes.none')
  return isTimeMissing ? t('publish.no-time') : undefined
}

function Publish({ draft: { id, version, title }, onClose }: PublishProps): ReactElement {
  const { t } = useTranslation('officeDrafts')
  const { data, error } = useDraftChanges({ id, version })
  const [isPlanned, setPlanned] = useState(false)
  const [time, setTime] = useState('')
  const dueAt = isPlanned ? new Date(time).getTime() : null
  const waits = useWaits(data, Number.isNaN(dueAt))
  return (
    <ActForm
      action={t(isPlanned ? 'publish.plan' : 'publish.act')}
      done={isPlanned ? 'drafts.plan' : 'drafts.publish'}
      act={(reason) => api.post<ActReply>(`/drafts/${id}/publish`, { version, dueAt, reason })}
      changes={[['drafts'], ['shop-files'], ['editions']]}
      onClose={onClose}
      disabledReason={waits}
    >
      <p>{t('publish.text', { title })}</p>
      <SelectField
        label={t('publish.when')}
        value={isPlanned ? 'time' : 'now'}
        onChange={({ target }) => setPlanned(target.value === 'time')}
      >
        <option value="now">{t('publish.now')}</option>
        <option value="time">{t('publish.time')}</option>
      </SelectField>
      {isPlanned ? (
        <TextField
          type="datetime-local"
          label={t('publish.at')}
          hint={t('publish.at-hint')}
          required
          value={time}
          onChange={({ target }) => setTime(target.value)}
        />
      ) : null}
      <h3>{t('changes.title')}</h3>
      <Fault error={error} />
      {data === undefined ? null : <ChangesOf id={id} changes={data} />}
    </ActForm>
  )
}

export function PublishDialog(props: PublishProps): ReactElement {
  const { t } = useTranslation('officeDrafts')
  return (
    <Dialog open onClose={props.onClose} title={t('publish.title')}>
      <Publish {...props} />
    </Dialog>
  )
}
