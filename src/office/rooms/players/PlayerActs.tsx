// What may be done about a player.
import { type ReactElement, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ActReply } from '../../../protocol/office/common.ts'
import type { PlayerReply } from '../../../protocol/office/players.ts'
import { Dialog, DialogActions } from '../../parts/Dialog.tsx'
import { ActButton } from '../../session/ActButton.tsx'
import { api } from '../../session/api.ts'
import { Fault } from '../../session/Fault.tsx'
import { ReasonForm } from '../../session/ReasonForm.tsx'
import { useAct } from '../../session/use-act.ts'

type Act = 'ban' | 'unban'

export function PlayerActs({ player }: { player: PlayerReply }): ReactElement {
  const { t } = useTranslation('officePlayers')
  const [open, setOpen] = useState<Act | null>(null)
  const close = (): void => setOpen(null)
  const changes = [['players', String(player.id)]]
  const decide = useAct(
    ({ act, reason }: { act: Act; reason: string }) => api.post<ActReply>(`/players/${player.id}/${act}`, { reason }),
    changes,
  )
  const signOut = useAct(() => api.post<ActReply>(`/players/${player.id}/sign-out`), changes)
  const prospect = { state: player.state }
  return (
    <>
      <DialogActions>
        {player.state === 'banned' ? (
          <ActButton verb="players.unban" prospect={prospect} onClick={() => setOpen('unban')}>
            {t('acts.unban')}
          </ActButton>
        ) : (
          <ActButton verb="players.ban" prospect={prospect} tone="danger" onClick={() => setOpen('ban')}>
            {t('acts.ban')}
          </ActButton>
        )}
        <ActButton
          verb="players.signOut"
          prospect={prospect}
          busy={signOut.isPending}
          onClick={() => signOut.mutate(undefined)}
        >
          {t('acts.signOut')}
        </ActButton>
      </DialogActions>
      <p role="status">{signOut.isSuccess ? t('acts.signedOut') : ''}</p>
      <Fault error={signOut.error} />
      <Dialog open={open !== null} onClose={close} title={open === null ? '' : t(`acts.${open}`)}>
        {open === null ? null : (
          <ReasonForm
            action={t(`acts.${open}`)}
            tone={open === 'ban' ? 'danger' : 'signal'}
            isPending={decide.isPending}
            error={decide.error}
            onAct={(reason) => decide.mutate({ act: open, reason }, { onSuccess: close })}
            onCancel={close}
          >
            <p>{t(`about.${open}`, { name: player.username })}</p>
          </ReasonForm>
        )}
      </Dialog>
    </>
  )
}
