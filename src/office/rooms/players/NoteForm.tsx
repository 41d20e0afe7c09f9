// A note about a player, for colleagues.
import { type FormEvent, type ReactElement, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { TextArea } from '../../parts/Field.tsx'
import { ActButton } from '../../session/ActButton.tsx'
import { api } from '../../session/api.ts'
import { Fault } from '../../session/Fault.tsx'
import { useAct } from '../../session/use-act.ts'

/** Letters of a note (protocol/office/players.ts). */
const NOTE_MOST = 2_000

export function NoteForm({ id }: { id: number }): ReactElement {
  const { t } = useTranslation('officePlayers')
  const [text, setText] = useState('')
  const { mutate, isPending, error } = useAct(
    'players.note',
    (note: string) => api.post(`/players/${id}/notes`, { text: note }),
    [['players', String(id)]],
  )
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (!isPending) mutate(text.trim(), { onSuccess: () => setText('') })
  }
  return (
    <form onSubmit={submit} className="stack">
      <TextArea
        label={t('notes.add')}
        hint={t('notes.hint')}
        required
        maxLength={NOTE_MOST}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <Fault error={error} />
      <div>
        <ActButton verb="players.note" type="submit" busy={isPending}>
          {t('notes.save')}
        </ActButton>
      </div>
    </form>
  )
}
