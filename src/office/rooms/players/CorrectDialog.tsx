// The correction of a balance: what it would do to the cent as it is typed, and why. A second person approves it.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactElement, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatMoney } from '../../../i18n/format.ts'
import type { ActReply } from '../../../protocol/office/common.ts'
import type { CorrectionPreview } from '../../../protocol/office/corrections.ts'
import type { PlayerReply } from '../../../protocol/office/players.ts'
import { Dialog } from '../../parts/Dialog.tsx'
import { SelectField, TextField } from '../../parts/Field.tsx'
import { Money } from '../../parts/Plain.tsx'
import { Facts } from '../../parts/Room.tsx'
import { useDisabledReason } from '../../session/ActButton.tsx'
import { ActForm } from '../../session/ActForm.tsx'
import { api } from '../../session/api.ts'
import { Entries, useFieldText } from '../../session/difference-words.tsx'
import { Fault } from '../../session/Fault.tsx'
import { centsOf } from '../../session/search.ts'

type Direction = 'give' | 'take'

function Preview({ preview, amount }: { preview: CorrectionPreview; amount: number }): ReactElement {
  const { t } = useTranslation('officePlayers')
  const fieldText = useFieldText()
  if (!preview.isPossible) return <p role="alert">{t('correct.most', { most: formatMoney(preview.most) })}</p>
  return (
    <>
      <Facts
        facts={[
          [t('correct.before'), <Money key="before" cents={preview.before} />],
          [t('correct.after'), <Money key="after" cents={preview.after} />],
          ...(['debtPaid', 'locked'] as const)
            .filter((name) => preview[name] !== 0)
            .map(
              (name) =>
                [
                  fieldText(name === 'locked' ? 'fromLocked' : name),
                  <Money key={name} cents={preview[name]} />,
                ] as const,
            ),
        ]}
      />
      {amount > 0 && preview.debtPaid > 0 ? <p>{t('correct.debt-first')}</p> : null}
      <Entries entries={preview.entries} />
    </>
  )
}

function Correction({ player, onClose }: { player: PlayerReply; onClose: () => void }): ReactElement {
  const { t } = useTranslation('officePlayers')
  // One key for as long as the dialog is open: a repeated press is the same correction.
  const [key] = useState(() => crypto.randomUUID())
  const [direction, setDirection] = useState<Direction>('give')
  const [sum, setSum] = useState('')
  const whole = centsOf(sum) ?? 0
  const amount = direction === 'give' ? whole : -whole
  const overCap = useDisabledReason('players.correct', { state: player.state, amount })
  const { data, error } = useQuery({
    queryKey: ['players', String(player.id), 'correction', amount],
    queryFn: () => api.get<CorrectionPreview>(`/players/${player.id}/correction`, { amount }),
    enabled: amount !== 0,
    placeholderData: keepPreviousData,
    retry: false,
  })
  return (
    <ActForm
      action={t('acts.correct')}
      done="players.correct"
      act={(reason) => api.post<ActReply>(`/players/${player.id}/correction`, { key, amount, reason })}
      changes={[['players', String(player.id)]]}
      onClose={onClose}
    >
      <p>{t('correct.text')}</p>
      <SelectField
        label={t('correct.direction')}
        value={direction}
        onChange={({ target }) => setDirection(target.value as Direction)}
      >
        <option value="give">{t('correct.give')}</option>
        <option value="take">{t('correct.take')}</option>
      </SelectField>
      <TextField
        label={t('correct.amount')}
        inputMode="decimal"
        autoComplete="off"
        required
        pattern="\d{1,7}([.,]\d{1,2})?"
        value={sum}
        onChange={({ target }) => setSum(target.value)}
      />
      {overCap === undefined ? null : <p role="alert">{overCap}</p>}
      <Fault error={error} />
      {amount === 0 || data === undefined ? null : <Preview preview={data} amount={amount} />}
    </ActForm>
  )
}

export function CorrectDialog({
  player,
  open,
  onClose,
}: {
  player: PlayerReply
  open: boolean
  onClose: () => void
}): ReactElement {
  const { t } = useTranslation('officePlayers')
  return (
    <Dialog open={open} onClose={onClose} title={t('acts.correct')}>
      {open ? <Correction player={player} onClose={onClose} /> : null}
    </Dialog>
  )
}
