// The settings of the process that has the office. Values that may hold a secret are not sent to it.
import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import type { SettingsReply } from '../../../protocol/office/system.ts'
import { Chip } from '../../parts/Chip.tsx'
import { type Column, Table } from '../../parts/Table.tsx'
import { api } from '../../session/api.ts'
import { Fault } from '../../session/Fault.tsx'
import styles from './system.module.css'

type Setting = SettingsReply['settings'][number]

export function Settings(): ReactElement {
  const { t } = useTranslation('officeSystem')
  const { data, error } = useQuery({
    queryKey: ['system', 'settings'],
    queryFn: () => api.get<SettingsReply>('/system/settings'),
  })
  const columns: readonly Column<Setting>[] = [
    {
      id: 'name',
      header: t('columns.setting'),
      cell: ({ row }) => <span className={styles.code}>{row.original.name}</span>,
    },
    {
      id: 'value',
      header: t('columns.value'),
      cell: ({ row: { original } }) => {
        if (original.isHidden) return original.isSet ? t('setting.set') : t('setting.not-set')
        return original.value === null ? t('setting.not-set') : <span className={styles.code}>{original.value}</span>
      },
    },
    {
      id: 'origin',
      header: t('columns.origin'),
      cell: ({ row: { original } }) =>
        original.isSet ? (
          <Chip tone="warn">{t('setting.own')}</Chip>
        ) : (
          <span className={styles.note}>{t('setting.default')}</span>
        ),
    },
  ]
  return (
    <>
      <p className={styles.note}>{t('settings-text')}</p>
      <Fault error={error} />
      {data === undefined ? null : (
        <Table label={t('tabs.settings')} columns={columns} rows={data.settings} keyOf={({ name }) => name} />
      )}
    </>
  )
}
