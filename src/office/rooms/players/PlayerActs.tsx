// What may be done about a player.
import { type ReactElement, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Verb } from '../../../game/office/verbs.ts'
import type { ActReply } from '../../../protocol/office/common.ts'
import type { PlayerReply } from '../../../protocol/office/players.ts'
import { Dialog, DialogActions } from '../../parts/Dialog.tsx'
import { SelectField } from '../../parts/Field.tsx'
import { ActButton } from '../../session/ActButton.tsx'
import { api } from '../../session/api.ts'
import { Fault } from '../../session/Fault.tsx'
import { ReasonForm } from '../../session/ReasonForm.tsx'
import { saveFile } from '../../session/save-file.ts'
import { useAct } from '../../session/use-act.ts'
import { CorrectDialog } from './CorrectDialog.tsx'

/** Acts that ask for a reason, and for nothing else or the term of a ban. */
const ACTS = ['ban', 'unban', 'export', 'erase', 'unerase'] as const

type Act = (typeof ACTS)[number]

const VERBS = {
  ban: 'players.ban',
  unban: 'players.unban',
  export: 'players.export',
  erase: 'players.erase',
  unerase: 'players.unerase',
} as const satisfies Readonly<Record<Act, Verb>>

const DANGEROUS: readonly Act[] = ['ban', 'erase']

/** Terms of a ban in days. */
const TERMS = [1, 7, 30, 90, 365] as const

interface ReasonedProps {
  act: Act
  player: PlayerReply
  onClose: () => void
}

/** The form of an act. */
function Reasoned({ act, player, onClose }: ReasonedProps): ReactElement {
  const { t } = useTranslation('officePlayers')
  const [days, setDays] = useState('')
  const run = useAct(
    VERBS[act],
    async (reason: string) => {
      const path = `/players/${player.id}/${act}`
      if (act === 'export') saveFile(await api.download(path, { reason }), `player-${player.id}.json`)
      else
        await api.post<ActReply>(path, {
          reason,
          ...(act === 'ban' ? { days: days === '' ? null : Number(days) } : {}),
        })
    },
    [['players', String(player.id)]],
  )
  return (
    <ReasonForm
      action={t(`acts.${act}`)}
      hint={act === 'ban' ? t('ban-reason-hint') : undefined}
      tone={DANGEROUS.includes(act) ? 'danger' : 'signal'}
      isPending={run.isPending}
      error={run.error}
      onAct={(reason) => run.mutate(reason, { onSuccess: onClose })}
      onCancel={onClose}
    >
      <p>{t(`about.${act}`, { name: player.username })}</p>
      {act === 'ban' ? (
        <SelectField label={t('term.label')} value={days} onChange={({ target }) => setDays(target.value)}>
          <option value="">{t('term.open')}</option>
          {TERMS.map((term) => (
            <option key={term} value={term}>
              {t('term.days', { count: term })}
            </option>
          ))}
        </SelectField>
      ) : null}
    </ReasonForm>
  )
}

export function PlayerActs({ player }: { player: PlayerReply }): ReactElement {
  const { t } = useTranslation('officePlayers')
  const [open, setOpen] = useState<Act | 'correct' | null>(null)
  const close = (): void => setOpen(null)
  const signOut = useAct('players.signOut', () => api.post<ActReply>(`/players/${player.id}/sign-out`), [
    ['players', String(player.id)],
  ])
  const { state } = player
  const prospect = { state }
  const acts = ACTS.filter((act) => act !== (state === 'banned' ? 'ban' : 'unban')).filter(
    (act) => act !== (state === 'erasing' ? 'erase' : 'unerase'),
  )
  return (
    <>
      <DialogActions>
        <ActButton verb="players.correct" prospect={prospect} onClick={() => setOpen('correct')}>
          {t('acts.correct')}
        </ActButton>
        {acts.map((act) => (
          <ActButton
            key={act}
            verb={VERBS[act]}
            prospect={prospect}
            tone={DANGEROUS.includes(act) ? 'danger' : 'quiet'}
            onClick={() => setOpen(act)}
          >
            {t(`acts.${act}`)}
          </ActButton>
        ))}
        <ActButton
          verb="players.signOut"
          prospect={prospect}
          busy={signOut.isPending}
          onClick={() => signOut.mutate(undefined)}
        >
          {t('acts.signOut')}
        </ActButton>
      </DialogActions>
      <Fault error={signOut.error} />
      <Dialog
        open={open !== null && open !== 'correct'}
        onClose={close}
        title={open === null || open === 'correct' ? '' : t(`acts.${open}`)}
      >
        {open === null || open === 'correct' ? null : (
          <Reasoned key={open} act={open} player={player} onClose={close} />
        )}
      </Dialog>
      <CorrectDialog player={player} open={open === 'correct'} onClose={close} />
    </>
  )
}
