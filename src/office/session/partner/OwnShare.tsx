// A partner's own share on their page: what was agreed, by whom and why, and how it begins and ends.
import { type ReactElement, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ActReply } from '../../../protocol/office/common.ts'
import type { PartnerReply } from '../../../protocol/office/promo.ts'
import { Moment } from '../../parts/Moment.tsx'
import { Facts } from '../../parts/Room.tsx'
import { ActButton } from '../ActButton.tsx'
import { api } from '../api.ts'
import { Fault } from '../Fault.tsx'
import { useAct } from '../use-act.ts'
import styles from './own-share.module.css'
import { ShareDialog } from './ShareDialog.tsx'

export function OwnShare({ partner }: { partner: PartnerReply }): ReactElement {
  const { t } = useTranslation('officePartnerShare')
  const [isOpen, setOpen] = useState(false)
  const { player, ownShare, tierPercent } = partner
  const end = useAct('partners.end', () => api.post<ActReply>(`/promo/partners/${player.id}/share/end`), [['promo']])
  const facts: readonly (readonly [string, ReactNode])[] =
    ownShare === null
      ? []
      : [
          [t('percent'), t('value', { percent: ownShare.percent })],
          [t('until'), ownShare.until === null ? t('no-end') : <Moment key="until" at={ownShare.until} />],
          [t('by'), ownShare.by],
          [t('at'), <Moment key="at" at={ownShare.at} />],
          [t('why'), ownShare.reason],
        ]
  return (
    <section className={styles.part} aria-labelledby="own-share">
      <h3 id="own-share">{t('title')}</h3>
      {ownShare === null ? <p className={styles.note}>{t('none')}</p> : <Facts facts={facts} />}
      {ownShare === null || ownShare.loweredTo === null ? null : (
        <p role="status" className={styles.lowered}>
          {t('lowered', { percent: ownShare.percent, most: ownShare.loweredTo })}
        </p>
      )}
      {ownShare !== null && ownShare.percent <= tierPercent ? (
        <p className={styles.note}>{t('below', { percent: tierPercent })}</p>
      ) : null}
      <div className={styles.acts}>
        <ActButton
          verb="partners.share"
          prospect={{ state: player.isBanned ? 'banned' : 'active' }}
          onClick={() => setOpen(true)}
          data-next-focus
        >
          {t(ownShare === null ? 'set' : 'change')}
        </ActButton>
        {ownShare === null ? null : (
          <ActButton verb="partners.end" tone="danger" busy={end.isPending} onClick={() => end.mutate(undefined)}>
            {t('end')}
          </ActButton>
        )}
      </div>
      <Fault error={end.error} />
      <ShareDialog partner={partner} open={isOpen} onClose={() => setOpen(false)} />
    </section>
  )
}
