import { running } from "./global-setup"

export default async function globalTeardown(): Promise<void> {
  await running.stop()
}
