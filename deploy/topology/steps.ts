import { freezePrimary } from "./step.freeze-primary";
import { killApp } from "./step.kill-app";
import { cutEtcd, loseEtcd, loseEtcdMember } from "./step.lose-etcd";
import { loseMail } from "./step.lose-mail";
import { losePrimary } from "./step.lose-primary";
import { restartPostgres } from "./step.restart-postgres";
import { rotateKey } from "./step.rotate-key";
import { switchOver } from "./step.switch-over";
import { upgrade } from "./step.upgrade";
import type { Step } from "./topology";

export const stepsWith = ({ offsets }: { offsets: readonly number[] }): readonly Step[] => [
  killApp,
  upgrade,
  restartPostgres,
  switchOver,
  losePrimary,
  ...offsets.map(freezePrimary),
  loseEtcdMember,
  cutEtcd,
  loseEtcd,
  loseMail,
  rotateKey,
];
