export const dynamic = "force-dynamic";

export function GET() {
  return Response.json({ ok: true });
}

export async function POST(request) {
  await request.json();
  return Response.json({ ok: true }, { status: 201 });
}
