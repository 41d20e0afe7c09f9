// The tools that a machine needs to build the image and start it without Docker.
import { spawnSync } from 'node:child_process'

const NEEDED = [
  ['buildah', '--version'],
  ['debootstrap', '--version'],
  ['unshare', '--mount', 'true'],
]

/** Tells whether this process can build the image: as root, with buildah and debootstrap, where mounts are allowed. */
export function canBuildImage() {
  return process.getuid?.() === 0 && NEEDED.every(([tool, ...words]) => spawnSync(tool, words).status === 0)
}
