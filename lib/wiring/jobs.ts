import "server-only";

import { activityJobs } from "@/lib/activity/job";
import { auditJobs } from "@/lib/audit/job";
import { consoleJobs } from "@/lib/console/job";
import type { Context } from "@/lib/context";
import { accountJobs } from "@/lib/draws/account/job";
import { feedJobs } from "@/lib/feed/job";
import { orderJobs } from "@/lib/orders/job";
import { paymentJobs } from "@/lib/payments/job";
import { peopleJobs } from "@/lib/people/job";
import type { Job } from "@/lib/platform/jobs/job-runner";
import { privacyJobs } from "@/lib/privacy/job";
import { mailJobs } from "@/lib/receipts/job";
import { refundJobs } from "@/lib/refunds/job";
import { reportJobs } from "@/lib/reports/job";
import { shareJobs } from "@/lib/shares/job";

export function createJobs(ctx: Context): Job[] {
  const rooms = [
    orderJobs,
    paymentJobs,
    refundJobs,
    shareJobs,
    activityJobs,
    auditJobs,
    privacyJobs,
    consoleJobs,
    reportJobs,
    accountJobs,
    feedJobs,
    mailJobs,
    peopleJobs,
  ];
  return rooms.flatMap((jobs) => jobs(ctx));
}
