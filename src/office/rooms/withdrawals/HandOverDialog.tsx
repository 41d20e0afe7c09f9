// Hands a case over to a colleague.
import { type FormEvent, type ReactElement, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ActReply } from '../../../protocol/office/common.ts'
import { Button } from '../../parts/Button.tsx'
import { Dialog, DialogActions } from '../../parts/Dialog.tsx'
import { SelectField, TextArea } from '../../parts/Field.tsx'
import { api } from '../../session/api.ts'
import { WITHDRAWALS } from '../../session/counts.ts'
import { Fault } from '../../session/Fault.tsx'
import { useOwnSession } from '../../session/session.ts'
import { useAct } from '../../session/use-act.ts'
import type { CaseActsProps } from './case-props.ts'

/** Letters of a word to the colleague (protocol/office/common.ts). */
const WORD_MOST = 500

interface HandOverProps extends Pick<CaseActsProps, 'data'> {
  onClose: () => void
}

function HandOverForm({ data: { player, colleagues }, onClose }: HandOverProps): ReactElement {
  const { t } = useTranslation(['officeWithdrawals', 'office'])
  const { staff } = useOwnSession()
  const others = colleagues.filter(({ id }) => id !== staff.id)
  const [to, setTo] = useState(others[0]?.id ?? '')
  const [word, setWord] = useState('')
  const { mutate, isPending, error } = useAct(
    'withdrawals.handOver',
    () =>
      api.post<ActReply>(`/withdrawals/cases/${player.id}/hand-over`, {
        to,
        ...(word.trim() === '' ? {} : { reason: word.trim() }),
      }),
    [[WITHDRAWALS]],
  )
  if (others.length === 0) return <p>{t('hand-over.nobody')}</p>
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (!isPending) mutate(undefined, { onSuccess: onClose })
  }
  return (
    <form onSubmit={submit} className="stack">
      <SelectField label={t('hand-over.to')} value={to} onChange={({ target }) => setTo(target.value)}>
        {others.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      <TextArea
        label={t('hand-over.word')}
        hint={t('office:reason-hint')}
        minLength={3}
        maxLength={WORD_MOST}
        value={word}
        onChange={({ target }) => setWord(target.value)}
      />
      <Fault error={error} />
      <DialogActions>
        <Button type="submit" tone="signal" busy={isPending}>
          {t('hand-over.do')}
        </Button>
        <Button onClick={onClose}>{t('office:cancel')}</Button>
      </DialogActions>
    </form>
  )
}

export function HandOverDialog({ data, open, onClose }: HandOverProps & { open: boolean }): ReactElement {
  const { t } = useTranslation('officeWithdrawals')
  return (
    <Dialog open={open} onClose={onClose} title={t('hand-over.do')}>
      {open ? <HandOverForm data={data} onClose={onClose} /> : null}
    </Dialog>
  )
}
